"""Signed notes, checkpoints and cosignatures: published examples, and what is wrong with others."""

import pytest

from domain.transparency.checkpoints import (
    Checkpoint,
    checkpoint_in,
    cosignatures,
    cosigned_message,
    read_size,
    verified,
)
from domain.transparency.notes import (
    ED25519,
    BadNote,
    NoteKey,
    from_base64,
    read_note,
    read_vkey,
    signers,
)
from service.access.ed25519 import verify_bytes
from tests.transparency.logs import ORIGIN, Cosigner, LogInMemory

# The example of C2SP signed-note.
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = """\
This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""  # noqa: E501 - a note has long lines
# The example of golang.org/x/mod/sumdb/note.
GO_VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_NOTE = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""  # noqa: E501 - as above
# The example of C2SP tlog-checkpoint and tlog-cosignature, whose keys are not published.
CHECKPOINT = """\
example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""  # noqa: E501 - as above


@pytest.mark.parametrize(("vkey", "text"), [(VKEY, NOTE), (GO_VKEY, GO_NOTE)])
def test_the_published_notes(vkey: str, text: str) -> None:
    """They are signed by their keys, and each is written as it was read."""
    key, note = read_vkey(vkey), read_note(text.encode())
    assert signers(note, [key], verify_bytes) == [(key, note.signatures[0])]
    assert str(note) == text
    assert key.vkey == vkey
    changed = note._replace(text=note.text.replace("is", "as", 1))
    with pytest.raises(BadNote, match="signature_does_not_verify"):
        signers(changed, [key], verify_bytes)


def test_the_published_checkpoint() -> None:
    """Its parts, and the message that its witness signed, with the time."""
    note = read_note(CHECKPOINT.encode())
    checkpoint = checkpoint_in(note)
    root = "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62"
    assert checkpoint == Checkpoint("example.com/behind-the-sofa", 20852163, bytes.fromhex(root))
    assert checkpoint.text == note.text
    assert int.from_bytes(note.signatures[1].signature[:8], "big") == 1679315147
    lines = b"cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n"
    assert cosigned_message(note.text, 1679315147).startswith(lines)


def test_signatures_of_others_are_ignored() -> None:
    """A key counts if both name and id match; a note that no known key signed is refused."""
    note, key = read_note(NOTE.encode()), read_vkey(VKEY)
    strangers = [key._replace(name="example.com/bar"), NoteKey(key.name, ED25519, bytes(32))]
    assert signers(note, [*strangers, key], verify_bytes) == [(key, note.signatures[0])]
    with pytest.raises(BadNote) as unknown:
        signers(note, strangers, verify_bytes)
    assert unknown.value.reason == "no_signature_by_a_known_key"
    assert unknown.value.facts == {"signed_by": ["example.com/foo+530d903a"]}


LINE = NOTE.splitlines(keepends=True)[2]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "note_has_no_signature", 1),
        ("text\n", "note_has_no_signature", 2),
        ("text\n\n", "note_has_no_signature", 3),
        (f"text\n\n{LINE}"[:-1], "line_is_cut_off", 3),
        (f"te\tt\n\n{LINE}", "control_character", 1),
        (f"text\r\n\n{LINE}", "control_character", 1),
        (f"text\n\n{LINE}— \n", "not_a_signature_line", 4),
        (f"text\n\n{LINE}- name AAAAAAA=\n", "not_a_signature_line", 4),
        (f"text\n\n{LINE}— na+me AAAAAAA=\n", "not_a_signature_line", 4),
        (f"text\n\n— name {LINE[-9:-2]}*\n", "signature_is_not_base64", 3),
        ("text\n\n— name AAAAAB==\n", "signature_is_not_base64", 3),
        ("text\n\n— name AAAA\n", "signature_is_not_base64", 3),
    ],
)
def test_text_that_is_not_a_note(text: str, reason: str, line: int) -> None:
    """The error says what is wrong, and on which line."""
    with pytest.raises(BadNote) as wrong:
        read_note(text.encode())
    assert (wrong.value.reason, wrong.value.facts["line"]) == (reason, line)


def test_notes_that_are_too_long_or_not_text() -> None:
    """The limits are those of the specification and more."""
    with pytest.raises(BadNote, match="not_utf_8") as wrong:
        read_note(b"one\ntwo\xff\n\n")
    assert wrong.value.facts == {"line": 2}
    with pytest.raises(BadNote, match="note_too_long"):
        read_note(b"x" * 65_537)
    many = f"text\n\n{LINE * 64}"
    assert len(read_note(many.encode()).signatures) == 64
    with pytest.raises(BadNote, match="too_many_signatures"):
        read_note((many + LINE).encode())


@pytest.mark.parametrize(
    ("vkey", "reason"),
    [
        ("", "not_a_verifier_key"),
        (VKEY[:-4], "not_a_verifier_key"),
        (f"a {VKEY}", "not_a_verifier_key"),
        (VKEY.replace("530d903a", "530d903b"), "key_id_does_not_match"),
        (VKEY.replace("530d903a", "530D903A"), "key_id_does_not_match"),
        (VKEY.replace("+Aek", "+Bek"), "unknown_kind_of_key"),
    ],
)
def test_text_that_is_not_a_key(vkey: str, reason: str) -> None:
    """Name, id and key must fit together."""
    with pytest.raises(BadNote, match=reason):
        read_vkey(vkey)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("{origin}\n3\n", "checkpoint_is_cut_off", 2),
        ("{origin}\n03\n{root}\n", "not_a_tree_size", 2),
        ("{origin}\n-3\n{root}\n", "not_a_tree_size", 2),
        ("{origin}\n٣\n{root}\n", "not_a_tree_size", 2),
        ("{origin}\n9223372036854775808\n{root}\n", "not_a_tree_size", 2),
        ("{origin}\n3\n{root}=\n", "not_a_root_hash", 3),
        ("{origin}\n3\nAAAA\n", "not_a_root_hash", 3),
        ("\n{origin}\n3\n{root}\n", "empty_line", 1),
    ],
)
def test_notes_that_are_not_checkpoints(text: str, reason: str, line: int) -> None:
    """Even if they are signed."""
    log = LogInMemory()
    log.grow(3)
    root = log.checkpoint().text.split("\n")[2]
    note = log.signed(text.format(origin=ORIGIN, root=root))
    with pytest.raises(BadNote) as wrong:
        verified(note, [log.key], verify_bytes)
    assert (wrong.value.reason, wrong.value.facts["line"]) == (reason, line)


def test_checkpoints_of_another_log() -> None:
    """A key counts only for the log of its name."""
    log, other = LogInMemory(), LogInMemory("carolus.example/other", seed=2)
    log.grow(3)
    assert verified(log.note(), [other.key, log.key], verify_bytes) == log.checkpoint()
    with pytest.raises(BadNote, match="unknown_origin"):
        verified(log.note(), [other.key], verify_bytes)
    forged = log.signed(other.checkpoint().text)
    with pytest.raises(BadNote, match="no_signature_by_a_known_key"):
        verified(forged, [other.key, log.key], verify_bytes)
    assert read_size("0") == 0


def test_cosignatures_have_a_time() -> None:
    """Any change of text, time or key makes them invalid; those of strangers are ignored."""
    log, witness, stranger = LogInMemory(), Cosigner(), Cosigner("other.example/w2", 8)
    log.grow(3)
    note = stranger.cosigned(witness.cosigned(log.note(), 1_700_000_000), 5)
    assert verified(note, [log.key], verify_bytes) == log.checkpoint()
    (found,) = cosignatures(note, [witness.key], verify_bytes)
    assert found == (witness.key, 1_700_000_000)
    assert cosignatures(log.note(), [witness.key], verify_bytes) == ()
    own, line, other = note.signatures
    later = line._replace(signature=(1_700_000_001).to_bytes(8, "big") + line.signature[8:])
    changed = [
        note._replace(signatures=(own, later, other)),
        note._replace(text=note.text.replace("\n3\n", "\n4\n")),
        note._replace(text=note.text.replace(ORIGIN, "carolus.example/other")),
        note._replace(signatures=(own, line._replace(signature=line.signature[:-1]), other)),
    ]
    for one in changed:
        with pytest.raises(BadNote, match="cosignature_does_not_verify"):
            cosignatures(one, [witness.key], verify_bytes)
    as_note = NoteKey(witness.key.name, ED25519, witness.key.public)
    assert cosignatures(note, [as_note], verify_bytes) == (), "another type has another id"
    with pytest.raises(ValueError, match="spare bits"):
        from_base64("AB==")
