"""The transparency log: checkpoints, cosignatures of witnesses, proofs, and following a log."""
