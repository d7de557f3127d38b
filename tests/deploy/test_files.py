"""The files of deploy/ fit the service, and one another."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from click import Group

from service.cli import main
from service.cli.serve import SHUTDOWN_SECONDS_MAX
from service.settings import settings, unknown
from service.storage.postgres import LOG_CONNECTIONS_MAX, OTHER_CONNECTIONS_MAX
from tests.support.docs.pages import ROOT, anchors
from tests.support.http.addresses import OF_OPERATORS, addresses
from tests.support.servers.deploying import (
    DEPLOY,
    compose,
    instructions,
    manifest,
    manifests,
    packages,
    settings_of_image,
    unit,
    variables,
    words_of_image,
    yaml,
)

PASSWORDS = {"POSTGRES_PASSWORD": "f00", "GRAFANA_PASSWORD": "ba4"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERSION = PROJECT["project"]["version"]
WORKERS = ("worker-1", "worker-2")


# --- settings ------------------------------------------------------------------------------------


def environments() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield what each of the files sets for the service."""
    services = compose(PASSWORDS)["services"]
    for name in (*WORKERS, "migrate"):
        yield f"compose {name}", services[name]["environment"]
    yield "image", settings_of_image()
    yield "systemd", variables("systemd/carolus.env")
    yield "the unit", dict(word.split("=") for word in unit()["Environment"][0].split())
    yield "Kubernetes", variables("kubernetes/settings.env")


@pytest.mark.parametrize("told", [one for _, one in environments()], ids=dict(environments()))
def test_what_is_set_is_a_setting(told: Mapping[str, str]) -> None:
    """Each variable has a name that the service knows, and a value that it takes."""
    assert not unknown(told)
    settings(told)


def test_what_compose_asks_for_is_in_the_example() -> None:
    """Every variable that is put into the compose file, and no other."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == variables("example.env").keys()
    assert not any(variables("example.env")[name] for name in PASSWORDS), "a password for everybody"


def test_the_proxy_of_compose_is_believed_and_nobody_else() -> None:
    """CAROLUS_PROXIES names the network on which the proxy asks."""
    told = compose(PASSWORDS)
    network = told["networks"]["front"]["ipam"]["config"][0]["subnet"]
    for worker in WORKERS:
        named = settings(told["services"][worker]["environment"]).networks
        assert named == (ip_network(network),)
    on_it = {name for name, one in told["services"].items() if "front" in one.get("networks", ())}
    assert on_it == {"proxy", *WORKERS}
    # On a second network in common an engine could take it for somebody else.
    proxy = set(told["services"]["proxy"]["networks"])
    for worker in WORKERS:
        assert proxy & set(told["services"][worker]["networks"]) == {"front"}


def test_whoever_stops_a_worker_waits_until_it_has_stopped() -> None:
    """Longer than the time to drain and the time for what is under way."""
    worker = compose(PASSWORDS)["services"]["worker-1"]
    drained = {
        "compose": (worker["stop_grace_period"].rstrip("s"), worker["environment"]),
        "systemd": (unit()["TimeoutStopSec"][0], variables("systemd/carolus.env")),
        "Kubernetes": (
            manifest("Deployment")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"],
            variables("kubernetes/settings.env"),
        ),
    }
    for waits, told in drained.values():
        assert int(waits) > settings(told).drain_seconds + SHUTDOWN_SECONDS_MAX + 5
        assert settings(told).drain_seconds > 0


# --- the image -----------------------------------------------------------------------------------


def test_the_image_has_what_was_tested_and_nothing_of_development() -> None:
    """Every package of its lock is in the big one, with the same version and hashes."""
    small, big = packages(DEPLOY / "requirements.lock"), packages(ROOT / "requirements.lock")
    named = {re.split(r"[\[<>=; ]", one)[0] for one in PROJECT["project"]["dependencies"]}
    assert named <= small.keys()
    assert {"opentelemetry-sdk", "psycopg-binary", "redis"} <= small.keys()
    for name, line in {**small, **packages(DEPLOY / "build.lock")}.items():
        assert line.split(" ;")[0].split(" --")[0] == big[name].split(" ;")[0].split(" --")[0]
        assert set(re.findall(r"sha256:\w+", line)) <= set(re.findall(r"sha256:\w+", big[name]))
    of_development = {
        re.split(r"[<>=; ]", one)[0]
        for one in PROJECT["dependency-groups"]["dev"]
        if isinstance(one, str)
    }
    assert not of_development & small.keys() - named


def test_the_builder_sees_what_the_image_copies_and_nothing_else() -> None:
    """What is not named in .dockerignore, such as data and keys, cannot get into an image."""
    copied = {
        word
        for name, text in instructions()
        if name == "COPY" and not text.startswith("--from")
        for word in text.split()[:-1]
    }
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert {line[1:] for line in rules if line.startswith("!")} == copied
    assert all((ROOT / one).exists() for one in copied)


def test_the_image_is_nobody_s_root() -> None:
    """Its user is a number, and the one that Kubernetes expects."""
    user = next(text for name, text in reversed(instructions()) if name == "USER")
    for kind, name in (("Deployment", "carolus"), ("Job", "carolus-migrate")):
        pod = manifest(kind, name)["spec"]["template"]["spec"]["securityContext"]
        assert user == f"{pod['runAsUser']}:{pod['runAsGroup']}"
    assert words_of_image("ENTRYPOINT") == ["carolus"]


def test_one_version_is_named_everywhere() -> None:
    """That of the project."""
    assert compose(PASSWORDS)["services"]["worker-1"]["image"] == f"carolus:{VERSION}"
    assert yaml("kubernetes/kustomization.yaml")["images"][0]["newTag"] == VERSION
    assert f"VERSION={VERSION}" in [text for name, text in instructions() if name == "ARG"]


# --- compose -------------------------------------------------------------------------------------


def test_the_world_sees_the_proxy_alone() -> None:
    """Ports of all others are open on this machine at most."""
    for name, one in compose(PASSWORDS)["services"].items():
        if name != "proxy":
            assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ()))


def test_every_container_is_held_short() -> None:
    """A read-only root, no capability beyond what is named, a version of its image."""
    for name, one in compose(PASSWORDS)["services"].items():
        assert one["read_only"], name
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        assert re.search(r":v?\d+\.?\d*", one["image"]), name


def test_postgres_is_durable() -> None:
    """An answer is sent after the commit, and a commit is on disk."""
    command = compose(PASSWORDS)["services"]["postgres"]["command"]
    assert {"fsync=on", "synchronous_commit=on", "full_page_writes=on"} <= set(command)


def test_what_is_mounted_is_there() -> None:
    """Every file of ours that a container reads, and every volume."""
    told = compose(PASSWORDS)
    for one in told["services"].values():
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            there = (DEPLOY / source).exists() if source[0] in "./" else source in told["volumes"]
            assert there, volume


def test_prometheus_asks_every_worker() -> None:
    """By the names and ports that they have in the compose file."""
    jobs = {one["job_name"]: one for one in yaml("prometheus/prometheus.yml")["scrape_configs"]}
    targets = jobs["carolus"]["static_configs"][0]["targets"]
    assert targets == [f"{worker}:8000" for worker in WORKERS]
    proxied = compose(PASSWORDS)["services"]["proxy"]["environment"]["CAROLUS_WORKERS"]
    assert proxied.split() == targets
    assert words_of_image("CMD")[-1] == "8000"


# --- Kubernetes ----------------------------------------------------------------------------------


def test_every_manifest_is_applied() -> None:
    """The kustomization names each file of its folder."""
    found = {path.name for path in (DEPLOY / "kubernetes").glob("*.yaml")}
    listed = yaml("kubernetes/kustomization.yaml")["resources"]
    assert {*listed, "kustomization.yaml"} == found


def test_what_names_the_workers_means_them() -> None:
    """Service, budget, policy, spreading and autoscaler select the pods of the deployment."""
    deployment = manifest("Deployment")["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    spread = deployment["template"]["spec"]["topologySpreadConstraints"]
    selectors = [
        deployment["selector"]["matchLabels"],
        manifest("Service")["spec"]["selector"],
        manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        *(one["labelSelector"]["matchLabels"] for one in spread),
    ]
    assert all(one == labels for one in selectors)
    target = manifest("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", "carolus")
    selected = manifest("NetworkPolicy")["spec"]["podSelector"]["matchExpressions"][0]
    job = manifest("Job", "carolus-migrate")["spec"]["template"]["metadata"]["labels"]
    for one in (labels, job):
        assert one[selected["key"]] in selected["values"]


def test_workers_are_exchanged_without_a_gap() -> None:
    """A new one is ready before an old one goes, and never two go at once."""
    assert manifest("Deployment")["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert manifest("HorizontalPodAutoscaler")["spec"]["minReplicas"] >= 2
    worker = container("Deployment")
    assert worker["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert worker["readinessProbe"]["httpGet"]["path"] == "/readyz?for=reading"


def container(kind: str, name: str = "carolus") -> Any:
    return manifest(kind, name)["spec"]["template"]["spec"]["containers"][0]


def test_postgres_has_connections_for_all_workers() -> None:
    """For as many as the autoscaler starts, and one more while they are exchanged."""
    of_one = LOG_CONNECTIONS_MAX + OTHER_CONNECTIONS_MAX
    workers = manifest("HorizontalPodAutoscaler")["spec"]["maxReplicas"] + 1
    command = compose(PASSWORDS)["services"]["postgres"]["command"]
    most = next(int(word.partition("=")[2]) for word in command if "max_connections" in word)
    assert workers * of_one <= most - 10, "some are for backups and people"
    told = (ROOT / "docs" / "how-to" / "grow.md").read_text("utf-8")
    assert f"workers × {of_one} " in told


def test_the_commands_are_those_of_the_image() -> None:
    """The same words as in the Containerfile and in the compose file."""
    assert container("Deployment")["args"] == words_of_image("CMD")
    migrate = compose(PASSWORDS)["services"]["migrate"]["command"]
    assert container("Job", "carolus-migrate")["args"] == migrate == ["migrate"]
    assert unit()["ExecStartPre"] == ["/opt/carolus/.venv/bin/carolus migrate"]
    started = unit()["ExecStart"][0].split()
    assert started[1:] == ["serve", "--host", "127.0.0.1", "--port", "%i"]


def test_every_pod_is_held_short() -> None:
    """As the level ``restricted`` of Kubernetes asks, which the namespace enforces."""
    pods = [
        one["spec"]["template"]["spec"]
        for one in manifests()
        if one["kind"] in {"Deployment", "Job"}
    ]
    assert len(pods) == 3
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        assert pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
        assert not pod["automountServiceAccountToken"]
        for one in pod["containers"]:
            assert one["securityContext"]["readOnlyRootFilesystem"]
            assert one["securityContext"]["capabilities"]["drop"] == ["ALL"]
            assert one["resources"]["limits"]["memory"]


def test_the_ingress_lets_in_every_address_but_those_of_operators() -> None:
    """Health, readiness and metrics are asked for within the cluster."""
    paths = manifest("Ingress")["spec"]["rules"][0]["http"]["paths"]
    refused = {
        path
        for path in addresses(defaultdict(lambda: "x"))
        if not any(
            path == one["path"]
            or (one["pathType"] == "Prefix" and path.startswith(f"{one['path']}/"))
            for one in paths
        )
    }
    assert refused == {"/healthz", *OF_OPERATORS}


def test_the_keys_are_mounted_where_the_service_looks_for_them() -> None:
    """In its data folder, read-only."""
    data = settings_of_image()["CAROLUS_DATA"]
    mounts = {one["mountPath"]: one for one in container("Deployment")["volumeMounts"]}
    for name in ("service.key", "signing-keys"):
        assert mounts[f"{data}/{name}"]["readOnly"]
    assert unit()["StateDirectory"] == [data.rpartition("/")[2]]


# --- the runbook ---------------------------------------------------------------------------------


def test_every_alert_has_its_chapter() -> None:
    """And every chapter its alert."""
    groups = yaml("prometheus/alerts.yml")["groups"]
    alerts = {rule["alert"] for group in groups for rule in group["rules"]}
    page = DEPLOY / "RUNBOOK.md"
    chapter = page.read_text("utf-8").partition("## Alerts")[2].partition("\n## ")[0]
    assert set(re.findall(r"^### (.+)$", chapter, re.MULTILINE)) == alerts
    assert {alert.lower() for alert in alerts} <= anchors(page)


HOW_TOS = sorted((ROOT / "docs" / "how-to").glob("*.md"))


@pytest.mark.parametrize("page", [DEPLOY / "RUNBOOK.md", *HOW_TOS], ids=lambda page: page.stem)
def test_the_commands_of_a_page_exist(page: Path) -> None:
    """Also those that are told in passing."""
    found = re.findall(r"`carolus ([a-z]+)(?: ([a-z]+))?", page.read_text("utf-8"))
    for command, word in found:
        assert command in main.commands
        group = main.commands[command]
        if word and isinstance(group, Group):
            assert word in group.commands
