-- Gives back what was spent in a window.
include window-refund
kinds.calendar.refund = refund_in_window
