import type { Invariant } from './invariant.ts'

/** Tables whose rows are never changed or removed. */
const appendOnly = `
  ('transfer'),
  ('audit_event'),
  ('audit_seal'),
  ('audit_anchor'),
  ('audit_retirement'),
  ('audit_retired_link'),
  ('signature'),
  ('void_signature'),
  ('esign_document'),
  ('document'),
  ('platform_certificate'),
  ('document_timestamp'),
  ('factsheet'),
  ('day_close'),
  ('day_close_late'),
  ('restructuring_record'),
  ('write_off_record'),
  ('loan_payment'),
  ('funding_schedule'),
  ('lender_repayment'),
  ('bank_payment'),
  ('bank_payment_name'),
  ('bank_payment_notice'),
  ('bank_conflict'),
  ('bank_conflict_end'),
  ('borrower_rename'),
  ('lender_bank_account_version'),
  ('loan_account'),
  ('disbursement_file'),
  ('lender_change'),
  ('event'),
  ('staff_rights'),
  ('approval_rule'),
  ('proposal_decision'),
  ('company_roles'),
  ('company_rule'),
  ('company_factor_rule'),
  ('company_direct'),
  ('company_decision'),
  ('agreement'),
  ('top_up'),
  ('top_up_without_line'),
  ('cash_opening'),
  ('bank_opening'),
  ('loan_take_over_record'),
  ('archived_agreement'),
  ('offer_rule'),
  ('agreement_opening'),
  ('mandate'),
  ('mandate_opening'),
  ('mandate_grant'),
  ('mandate_signature'),
  ('mandate_end'),
  ('mandate_funding'),
  ('risk_warning'),
  ('risk_acceptance'),
  ('funding_selection'),
  ('funding_selection_loan'),
  ('auto_strategy_version'),
  ('offer_end'),
  ('bank_line'),
  ('bank_line_match_record'),
  ('bank_balance'),
  ('bank_balance_check'),
  ('borrower_payment'),
  ('borrower_payment_end'),
  ('borrower_payment_part'),
  ('supporting_document'),
  ('estate_record'),
  ('holding_transfer_record'),
  ('ordered_withdrawal'),
  ('withdrawal_return_record'),
  ('withdrawal_charge_record'),
  ('withdrawal_settlement_record'),
  ('loan_terms'),
  ('reversal'),
  ('lender_correction'),
  ('lender_tax_status'),
  ('lender_class'),
  ('lender_facts'),
  ('loan_facts'),
  ('ended_servicing'),
  ('limit_rule'),
  ('payout'),
  ('tax_slip'),
  ('tax_year'),
  ('lender_tax_number'),
  ('statement'),
  ('statement_account'),
  ('statement_pdf'),
  ('statement_month'),
  ('schedule_version'),
  ('schedule_change'),
  ('balance_confirmation'),
  ('balance_confirmation_revocation'),
  ('document_move'),
  ('vote_rule'),
  ('vote_ballot'),
  ('vote_document'),
  ('transfer_addendum')`

/** The append-only tables as a list of names. */
export const appendOnlyTables: readonly string[] = [...appendOnly.matchAll(/'(\w+)'/g)].map(
  ([, name = '']) => name,
)

/** Append-only tables whose bytes may be moved to a recorded place and back; a further trigger compares their hash. */
const documents = `('document'), ('factsheet'), ('statement_pdf'), ('balance_confirmation'), ('vote_document'), ('transfer_addendum')`

/** Columns that never change, by table, as the guard triggers compare them. */
const kept = `
  ('account', 'id'), ('account', 'kind'), ('account', 'owner_id'), ('account', 'authorising'),
  ('hold', 'id'), ('hold', 'purpose'), ('hold', 'account_id'), ('hold', 'amount'), ('hold', 'state'),
  ('funding', 'lender_id'), ('funding', 'id'), ('funding', 'loan_id'), ('funding', 'amount'), ('funding', 'bulk_id'), ('funding', 'limit_version'), ('funding', 'class_version'), ('funding', 'lender_outstanding'), ('funding', 'platform_outstanding'), ('funding', 'non_professional_outstanding'), ('funding', 'decided_at'),
  ('auto_round', 'id'), ('auto_round', 'number'), ('auto_round', 'decided_at'), ('auto_round', 'input'), ('auto_round', 'input_sha256'), ('auto_round', 'result_sha256'), ('auto_round', 'loans'), ('auto_round', 'strategies'), ('auto_round', 'decisions'), ('auto_round', 'amount'), ('auto_round', 'ended_at'),
  ('auto_decision', 'lender_id'), ('auto_decision', 'funding_id'), ('auto_decision', 'round_id'), ('auto_decision', 'no'), ('auto_decision', 'strategy_id'), ('auto_decision', 'strategy_version'), ('auto_decision', 'loan_id'), ('auto_decision', 'wanted'), ('auto_decision', 'amount'), ('auto_decision', 'place'), ('auto_decision', 'line_length'), ('auto_decision', 'state'),
  ('withdrawal', 'lender_id'), ('withdrawal', 'id'), ('withdrawal', 'asked'), ('withdrawal', 'amount'), ('withdrawal', 'fee'), ('withdrawal', 'method_payment'), ('withdrawal', 'account_version'),
  ('disbursement_order', 'id'), ('disbursement_order', 'loan_id'), ('disbursement_order', 'account_version'), ('disbursement_order', 'amount'), ('disbursement_order', 'method_payment'), ('disbursement_order', 'file_id'), ('disbursement_order', 'transfer_type'),
  ('installment', 'loan_id'), ('installment', 'no'), ('installment', 'version'), ('installment', 'due_date'), ('installment', 'principal'), ('installment', 'interest'),
  ('loan_position', 'loan_id'), ('loan_position', 'minimum'), ('loan_position', 'loan_type_id'), ('loan_position', 'tenor'), ('loan_position', 'escrow_account'), ('loan_position', 'total'), ('loan_position', 'status')`

/** Tables whose guard trigger has no condition, because the function compares the columns. */
const always = `('loan'), ('bulk_funding'), ('bulk_funding_loan')`

/** Tables referenced without a foreign key; their rows must never be deleted. */
const named = `('loan'), ('borrower'), ('loan_type')`

/**
 * Enabled triggers whose function still raises an exception. tgtype: ROW 1, BEFORE 2, DELETE 8, UPDATE 16, TRUNCATE 32;
 * tgattr: the columns of UPDATE OF, empty for all.
 */
const guards = `
  select t.tgrelid, t.tgname, t.tgtype, t.tgattr, t.tgqual is null as always, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
   where t.tgenabled = 'O' and p.prosrc ~ 'raise exception'`

export const guardInvariants: readonly Invariant[] = [
  {
    id: 'I26',
    holds: 'what is append-only is guarded: the triggers that refuse a change are there and on',
    sql: `
      select needed.relation from (values ${appendOnly}) as needed (relation)
       where not exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                            and g.tgname = needed.relation || '_append_only' and g.always and g.tgtype = 58)
      union all
      select needed.relation from (values ${documents}) as needed (relation)
       where not exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                            and g.tgname = needed.relation || '_bytes_kept' and g.always and g.tgtype = 19)
      union all
      select needed.relation from (values ('document_place'), ('proposal'), ('company_proposal'), ('break_glass'), ('staff_passkey'), ('staff_file'), ('staff_file_run'),
           ('loan_vote'), ('vote_right'), ('lender_passkey'), ('factor_recovery'),
           ('partner_key'), ('bank_account_request')) as needed (relation)
       where 2 <> (select count(*) from (${guards}) g
         where g.tgrelid = to_regclass(needed.relation) and g.always
           and (g.tgname, g.tgtype) in ((needed.relation || '_kept', 27), (needed.relation || '_not_truncated', 34)))
      union all
      select 'bank_line_transfer' where not exists (select from (${guards}) g
         where g.tgrelid = to_regclass('bank_line_transfer') and g.tgname = 'bank_line_transfer_kept' and g.always
           and g.tgtype = 58 and 5 = (select count(*) from pg_attribute a where a.attrelid = g.tgrelid
             and a.attnum = any(g.tgattr) and a.attname in ('id', 'line_id', 'name', 'note', 'created_at')))
      union all
      select part.relname from (values ${appendOnly}) as needed (relation)
        join pg_inherits i on i.inhparent = to_regclass(needed.relation) join pg_class part on part.oid = i.inhrelid
       where not exists (select from (${guards}) g where g.tgrelid = part.oid
                            and g.tgname = needed.relation || '_append_only' and g.always and g.tgtype = 58)
          or exists (select from pg_roles where rolname = 'pematang_app'
                        and has_table_privilege(oid, part.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`,
  },
  {
    id: 'I26b',
    holds:
      'accounts, holds, fundings, withdrawals, installments, offered loans and bulk consents keep what they were made with and are never deleted, nor are borrowers and loan types: the triggers that refuse it are there, on, and compare every such column',
    sql: `
      select needed.relation, 'change' as unguarded, null as column
        from (select relation from (values ${kept}) as part (relation, name)
              union select relation from (values ${always}) as whole (relation)) as needed
       where not exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                            and g.tgname = needed.relation || '_kept' and g.tgtype = 19)
      union all
      select needed.relation, 'change', null from (values ${always}) as needed (relation)
       where exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                        and g.tgname = needed.relation || '_kept' and not g.always)
      union all
      select needed.relation, 'change', needed.name from (values ${kept}) as needed (relation, name)
       where not exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                            and g.tgname = needed.relation || '_kept' and g.definition ~ ('old\\.' || needed.name || '\\M')
                            and (g.tgattr = '' or exists (select from pg_attribute a where a.attrelid = g.tgrelid
                                                             and a.attname = needed.name and a.attnum = any(g.tgattr))))
      union all
      select needed.relation, 'deletion', null
        from (select relation from (values ${kept}) as part (relation, name)
              union select relation from (values ${named}) as whole (relation)) as needed
       where not exists (select from (${guards}) g where g.tgrelid = to_regclass(needed.relation)
                            and g.tgname = needed.relation || '_not_deleted' and g.tgtype in (42, 11))`,
  },
  {
    id: 'I4b',
    holds:
      'no balance can go below zero or below what is held of it: the floors of the database are there and on',
    sql: `
      select needed.name from (values ('account', 'account_floor'), ('account', 'account_held'),
                                      ('account', 'account_recording'), ('loan_position', 'loan_never_oversubscribed'),
                                      ('transfer', 'transfer_amount_check'), ('transfer', 'transfer_two_accounts'))
             as needed (relation, name)
       where not exists (select from pg_constraint c where c.conrelid = to_regclass(needed.relation)
                            and c.conname = needed.name and c.contype = 'c' and c.convalidated)`,
  },
  {
    id: 'I24b',
    holds: 'every entry of the audit trail is sealed into the chain, at the latest a day after it was made',
    // The id contains the time of the entry in milliseconds (UUID v7), independent of the other columns.
    sql: `
      select e.id, e.at, e.operation from audit_event e
       where not exists (select from audit_seal s where s.event_id = e.id)
         and to_timestamp(('x' || substr(translate(e.id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
             < clock_timestamp() - interval '1 day'`,
  },
  {
    id: 'I24e',
    holds:
      'what is missing of the audit trail was retired: each retirement has its entry in the trail, with the links that it left',
    sql: `
      select r.id, r.at, r.entries from audit_retirement r
       where not exists (select from audit_event e where e.id = r.id and e.operation = 'retireAudit' and e.outcome = 'done'
                            and (e.detail ->> 'entries')::bigint = r.entries and (e.detail ->> 'lastRow')::bigint = r.last_seq
                            and e.detail ->> 'links' = audit_retired_digest(r.id))
         -- The entry of a retirement may be retired itself.
         and not exists (select from audit_retirement later where audit_time_of(later.end_id) > r.at)`,
  },
]
