-- An operator may extend an offer beside its rule: a decision of its own, which uses up none of the rule's extensions.
alter table offer_end
  drop constraint offer_end_decision_check,
  add constraint offer_end_decision_check
    check (decision in ('EXTENDED', 'EXTENDED_BY_OPERATOR', 'PAID_OUT', 'CANCELLED')),
  drop constraint offer_end_extended,
  add constraint offer_end_extended
    check ((decision in ('EXTENDED', 'EXTENDED_BY_OPERATOR')) = (extended_until is not null));
