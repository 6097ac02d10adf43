-- Gives back what was spent in a window.
include window-refund
kinds.fixed.refund = refund_in_window
