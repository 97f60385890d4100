-- What was recorded as sent back to its payer, and was not, can be taken back as everything else: the payment waits in suspense again.
alter table reversal drop constraint reversal_kind_check;
alter table reversal add constraint reversal_kind_check
  check (kind in ('REPAYMENT', 'DISBURSEMENT', 'WRITE_OFF', 'RESTRUCTURING', 'TOP_UP', 'TAX_STATUS', 'PAYOUT', 'SUSPENSE_RETURN')) not valid;
alter table reversal validate constraint reversal_kind_check;
