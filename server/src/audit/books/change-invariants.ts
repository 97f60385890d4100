import type { Invariant } from './invariant.ts'

/** The commands that may make each kind of change, as their entries of the audit trail name them. */
const commands = `
  ('BANK_ACCOUNT', 'storeBankAccount'), ('HEIR_ACCOUNT', 'recordEstate'), ('HEIR_ACCOUNT', 'changeHeirAccount'),
  ('CONTACT', 'changeContact'), ('CONTACT', 'storeInstitution'),
  ('PASSWORD', 'changePassword'), ('PASSWORD', 'resetPassword'), ('PASSWORD', 'renewPasswordHash'),
  ('PASSWORD', 'acceptMemberInvitation'), ('PASSWORD', 'inviteMember'), ('CONTACT', 'inviteMember'),
  ('TAX_STATUS', 'storeTaxStatus'), ('TAX_STATUS', 'reverseTaxStatus'), ('TAX_STATUS', 'storeTaxNumber'),
  ('VIRTUAL_ACCOUNT', 'assignVirtualAccount'), ('VIRTUAL_ACCOUNT', 'endVirtualAccount'), ('VIRTUAL_ACCOUNT', 'closeLender'),
  ('PASSWORD_GRANT', 'validatePassword'), ('RESET_GRANT', 'matchOtp'),
  ('FACTOR', 'addLenderPasskey'), ('FACTOR', 'endLenderPasskey'), ('FACTOR', 'addTotp'), ('FACTOR', 'endTotp'),
  ('FACTOR', 'renewRecoveryCodes'), ('FACTOR', 'endFactors'), ('FACTOR_GRANT', 'validateFactor')`

/**
 * Changes of what opens an account or says where its money goes, which the database notes whoever makes them
 * (`lender_change`). A change and its entry have the time of their transaction; entries that were retired are not asked
 * for.
 */
export const changeInvariants: readonly Invariant[] = [
  {
    id: 'I50',
    holds:
      'each version of a bank account and of an heir’s, an address, a password, a tax status, a virtual account and a second factor, and each grant, has its entry in the audit trail from the same transaction, by a command that may make it, unless the lender was created in it',
    sql: `
      select c.lender_id, c.what, c.at from lender_change c
       where c.what <> 'CREATED'
         and not exists (
           select from lender_change made
            where made.lender_id = c.lender_id and made.transaction = c.transaction and made.what = 'CREATED')
         and c.at >= coalesce((select max(audit_time_of(end_id)) from audit_retirement), '-infinity')
         and not exists (
           select from audit_event e join (values ${commands}) as may (what, operation) on may.operation = e.operation
            where e.subject = 'lender:' || c.lender_id and e.subject like 'lender:%' and e.at = c.at and e.outcome = 'done'
              and may.what = c.what)
      union all
      select lender_id, what, at from lender_change
       group by lender_id, what, at having count(distinct transaction::text) > 1`,
  },
  {
    id: 'I61',
    holds:
      'a lender is noted to have a second factor exactly while a passkey or an app of theirs is there, and recovery codes are there only then',
    sql: `
      select l.id from lender l
       where l.second_factor <> (exists (select from lender_passkey p where p.lender_id = l.id and p.ended_at is null)
                                 or exists (select from lender_totp t where t.lender_id = l.id))
          or (not l.second_factor and exists (select from lender_recovery_code c where c.lender_id = l.id))`,
  },
]
