"""Test that the files of deploy/ fit the service, and each other."""

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
from service.cli.serving import SHUTDOWN_SECONDS_MAX
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
    """Yield the settings of the service in each file."""
    services = compose(PASSWORDS)["services"]
    for name in (*WORKERS, "migrate"):
        yield f"compose {name}", services[name]["environment"]
    yield "image", settings_of_image()
    yield "systemd", variables("systemd/carolus.env")
    yield "the unit", dict(word.split("=") for word in unit()["Environment"][0].split())
    yield "Kubernetes", variables("kubernetes/settings.env")


@pytest.mark.parametrize(
    "environment", [one for _, one in environments()], ids=dict(environments())
)
def test_every_variable_is_a_setting(environment: Mapping[str, str]) -> None:
    """Each variable has a name that the service knows, and a valid value."""
    assert not unknown(environment)
    settings(environment)


def test_the_variables_of_compose_are_in_the_example() -> None:
    """The example has every variable of the compose file, and no others."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == variables("example.env").keys()
    assert not any(variables("example.env")[name] for name in PASSWORDS), "a password for everybody"


def test_the_service_trusts_only_the_proxy_of_compose() -> None:
    """CAROLUS_PROXIES names the network from which the proxy connects."""
    project = compose(PASSWORDS)
    network = project["networks"]["front"]["ipam"]["config"][0]["subnet"]
    for worker in WORKERS:
        named = settings(project["services"][worker]["environment"]).networks
        assert named == (ip_network(network),)
    on_it = {
        name for name, one in project["services"].items() if "front" in one.get("networks", ())
    }
    assert on_it == {"proxy", *WORKERS}
    # On a second common network, a container engine could take it for another host.
    proxy = set(project["services"]["proxy"]["networks"])
    for worker in WORKERS:
        assert proxy & set(project["services"][worker]["networks"]) == {"front"}


def test_the_grace_period_of_a_worker_is_long_enough() -> None:
    """It exceeds the time for draining and for requests in progress."""
    worker = compose(PASSWORDS)["services"]["worker-1"]
    drained = {
        "compose": (worker["stop_grace_period"].rstrip("s"), worker["environment"]),
        "systemd": (unit()["TimeoutStopSec"][0], variables("systemd/carolus.env")),
        "Kubernetes": (
            manifest("Deployment")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"],
            variables("kubernetes/settings.env"),
        ),
    }
    for waits, environment in drained.values():
        assert int(waits) > settings(environment).drain_seconds + SHUTDOWN_SECONDS_MAX + 5
        assert settings(environment).drain_seconds > 0


# --- the image -----------------------------------------------------------------------------------


def test_the_image_has_the_tested_packages_and_none_of_development() -> None:
    """Its lock has the same versions and hashes as the full one."""
    small, big = packages(DEPLOY / "requirements.lock"), packages(ROOT / "requirements.lock")
    named = {re.split(r"[\[<>=; ]", one)[0] for one in PROJECT["project"]["dependencies"]}
    assert named - {"carolus-domain"} <= small.keys()  # that comes from the clone
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


def test_the_builder_sees_only_what_the_image_copies() -> None:
    """Files that .dockerignore does not allow, such as data and keys, cannot get into an image."""
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


def test_the_image_does_not_run_as_root() -> None:
    """Its user is a number, and the one that Kubernetes expects."""
    user = next(text for name, text in reversed(instructions()) if name == "USER")
    for kind, name in (("Deployment", "carolus"), ("Job", "carolus-migrate")):
        pod = manifest(kind, name)["spec"]["template"]["spec"]["securityContext"]
        assert user == f"{pod['runAsUser']}:{pod['runAsGroup']}"
    assert words_of_image("ENTRYPOINT") == ["carolus"]


def test_one_version_is_named_everywhere() -> None:
    """It is the version of the project."""
    assert compose(PASSWORDS)["services"]["worker-1"]["image"] == f"carolus:{VERSION}"
    assert yaml("kubernetes/kustomization.yaml")["images"][0]["newTag"] == VERSION
    assert f"VERSION={VERSION}" in [text for name, text in instructions() if name == "ARG"]


# --- compose -------------------------------------------------------------------------------------


def test_the_world_sees_only_the_proxy() -> None:
    """Ports of all other services are open on this machine at most."""
    for name, one in compose(PASSWORDS)["services"].items():
        if name != "proxy":
            assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ()))


def test_every_container_is_restricted() -> None:
    """It has a read-only root, only the named capabilities, and a pinned version of its image."""
    for name, one in compose(PASSWORDS)["services"].items():
        assert one["read_only"], name
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        assert re.search(r":v?\d+\.?\d*", one["image"]), name


def test_postgres_is_durable() -> None:
    """The service answers after the commit, and a commit is on disk."""
    command = compose(PASSWORDS)["services"]["postgres"]["command"]
    assert {"fsync=on", "synchronous_commit=on", "full_page_writes=on"} <= set(command)


def test_mounted_files_exist() -> None:
    """Every mounted file of the project, and every volume, exists."""
    project = compose(PASSWORDS)
    for one in project["services"].values():
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            there = (
                (DEPLOY / source).exists() if source[0] in "./" else source in project["volumes"]
            )
            assert there, volume


def test_prometheus_scrapes_every_worker() -> None:
    """Its targets are the names and ports of the compose file."""
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


def test_selectors_match_the_workers() -> None:
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


def test_workers_are_replaced_without_a_gap() -> None:
    """A new one is ready before an old one stops, and two never stop at once."""
    assert manifest("Deployment")["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert manifest("HorizontalPodAutoscaler")["spec"]["minReplicas"] >= 2
    worker = container("Deployment")
    assert worker["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert worker["readinessProbe"]["httpGet"]["path"] == "/readyz?for=reading"


def container(kind: str, name: str = "carolus") -> Any:
    return manifest(kind, name)["spec"]["template"]["spec"]["containers"][0]


def test_postgres_has_connections_for_all_workers() -> None:
    """The autoscaler may start this many, and one more during a rollout."""
    of_one = LOG_CONNECTIONS_MAX + OTHER_CONNECTIONS_MAX
    workers = manifest("HorizontalPodAutoscaler")["spec"]["maxReplicas"] + 1
    command = compose(PASSWORDS)["services"]["postgres"]["command"]
    most = next(int(word.partition("=")[2]) for word in command if "max_connections" in word)
    assert workers * of_one <= most - 10, "some are for backups and people"
    text = (ROOT / "docs" / "how-to" / "grow.md").read_text("utf-8")
    assert f"workers × {of_one} " in text


def test_the_commands_are_those_of_the_image() -> None:
    """They are the same as in the Containerfile and in the compose file."""
    assert container("Deployment")["args"] == words_of_image("CMD")
    migrate = compose(PASSWORDS)["services"]["migrate"]["command"]
    assert container("Job", "carolus-migrate")["args"] == migrate == ["migrate"]
    assert unit()["ExecStartPre"] == ["/opt/carolus/.venv/bin/carolus migrate"]
    started = unit()["ExecStart"][0].split()
    assert started[1:] == ["serve", "--host", "127.0.0.1", "--port", "%i"]


def test_every_pod_is_restricted() -> None:
    """Pods meet the level ``restricted`` of Kubernetes, which the namespace enforces."""
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


def test_the_ingress_exposes_every_address_but_those_of_operators() -> None:
    """Only the cluster itself requests health, readiness and metrics."""
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


def test_the_keys_are_mounted_where_the_service_reads_them() -> None:
    """They are in its data folder, read-only."""
    data = settings_of_image()["CAROLUS_DATA"]
    mounts = {one["mountPath"]: one for one in container("Deployment")["volumeMounts"]}
    for name in ("service.key", "signing-keys"):
        assert mounts[f"{data}/{name}"]["readOnly"]
    assert unit()["StateDirectory"] == [data.rpartition("/")[2]]


# --- the runbook ---------------------------------------------------------------------------------


def test_every_alert_has_its_chapter() -> None:
    """Every chapter has its alert, too."""
    groups = yaml("prometheus/alerts.yml")["groups"]
    alerts = {rule["alert"] for group in groups for rule in group["rules"]}
    page = DEPLOY / "RUNBOOK.md"
    chapter = page.read_text("utf-8").partition("## Alerts")[2].partition("\n## ")[0]
    assert set(re.findall(r"^### (.+)$", chapter, re.MULTILINE)) == alerts
    assert {alert.lower() for alert in alerts} <= anchors(page)


HOW_TOS = sorted((ROOT / "docs" / "how-to").glob("*.md"))


@pytest.mark.parametrize("page", [DEPLOY / "RUNBOOK.md", *HOW_TOS], ids=lambda page: page.stem)
def test_the_commands_of_a_page_exist(page: Path) -> None:
    """This includes those that a page only mentions."""
    found = re.findall(r"`carolus ([a-z]+)(?: ([a-z]+))?", page.read_text("utf-8"))
    for command, word in found:
        assert command in main.commands
        group = main.commands[command]
        if word and isinstance(group, Group):
            assert word in group.commands
