import type { Invariant } from './invariant.ts'

/** The debit and credit sides of all transfers on authorising accounts, as one list of signed lines. */
const lines = `
  select id, debit_account as account, debit_seq as seq, -amount as change, debit_balance_after as after
    from transfer where debit_seq is not null
  union all
  select id, credit_account, credit_seq, amount, credit_balance_after from transfer where credit_seq is not null`

export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'I1',
    holds: 'the sum of all balances is zero',
    sql: `
      select total from (
        select (select coalesce(sum(balance), 0) from account where authorising)
             + (select coalesce(sum(t.amount), 0) from transfer t join account a on a.id = t.credit_account where not a.authorising)
             - (select coalesce(sum(t.amount), 0) from transfer t join account a on a.id = t.debit_account where not a.authorising) as total
      ) sums where total <> 0`,
  },
  {
    id: 'I2',
    holds: 'every transfer has an amount above zero and two different accounts',
    sql: `select id, amount from transfer where amount <= 0 or debit_account = credit_account`,
  },
  {
    id: 'I2b',
    holds: 'a transfer is numbered on each side whose account is authorising, and on no other',
    sql: `
      select t.id from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
       where (t.debit_seq is not null) <> d.authorising or (t.credit_seq is not null) <> c.authorising`,
  },
  {
    id: 'I2c',
    holds: 'every transfer and every hold is of accounts that exist',
    sql: `
      select 'transfer' as of, t.id, t.debit_account, t.credit_account from transfer t
       where not exists (select from account a where a.id = t.debit_account)
          or not exists (select from account a where a.id = t.credit_account)
      union all
      select 'hold', h.id, h.account_id, null from hold h
       where not exists (select from account a where a.id = h.account_id)`,
  },
  {
    id: 'I3',
    holds: 'the numbers of an account run from 1 without a gap, and each balance after is exact',
    sql: `
      select id, account, seq, after from (
        select id, account, seq, after, row_number() over w as expected_seq, sum(change) over w as expected_after
          from (${lines}) line window w as (partition by account order by seq rows unbounded preceding)
      ) chained where seq <> expected_seq or after <> expected_after`,
  },
  {
    id: 'I3b',
    holds: 'the balance of an account is what its transfers add up to, and its number is the last of them',
    sql: `
      select a.id, a.balance, a.seq from account a
        left join (select account, sum(change) as balance, max(seq) as seq from (${lines}) line group by account) t
          on t.account = a.id
       where a.authorising and (a.balance <> coalesce(t.balance, 0) or a.seq <> coalesce(t.seq, 0))`,
  },
  {
    id: 'I4',
    holds: 'no authorising account was ever below zero, nor is any below what is held of it',
    sql: `
      select id, balance, held from account where authorising and balance - held < 0
      union all select null, after, null from (${lines}) line where after < 0`,
  },
  {
    id: 'I5',
    holds: 'what is held of an account is the sum of its open holds',
    sql: `
      select a.id, a.held, h.amount from account a
        left join (select account_id, sum(amount) as amount from hold where state = 'OPEN' group by account_id) h
          on h.account_id = a.id
       where a.held <> coalesce(h.amount, 0)`,
  },
  {
    id: 'I12',
    holds: 'a payment that a bank told us of is credited once, to the lender it names',
    sql: `
      select u.id, u.amount, count(t.id) as transfers from top_up u
        left join transfer t on t.kind = 'TOP_UP' and t.ref = u.id::text and t.amount = u.amount
          and t.credit_account in (
            select id from account where owner_id = u.lender_id
               and (kind = 'LENDER_CASH' or (kind = 'LENDER_CASH_ADDITIONAL' and u.bank = 'OTHER')))
       group by u.id, u.amount having count(t.id) <> 1
      union all
      select null, t.amount, 0 from transfer t where t.kind = 'TOP_UP'
         and not exists (select from top_up u where u.id::text = t.ref)`,
  },
  {
    id: 'I15',
    holds: 'every key that was claimed has an answer',
    sql: 'select actor, route, key from idempotency where answer is null',
  },
]
