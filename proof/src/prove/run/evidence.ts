import type { Scenario } from './island.ts'

/** The latest rows of each kind, which are enough to see what happened just before a breach. */
const latest = 12

/**
 * What the books say about the cash of a lender at the time of a breach. The database of a run is dropped at its end,
 * and a breach that needs a kill at the right moment may not show again.
 * @param phone the name of the lender in the run
 */
export async function evidenceOf(scenario: Scenario, phone: string): Promise<Record<string, unknown[]>> {
  const read = async (text: string): Promise<unknown[]> => {
    const { rows } = await scenario.db().query<{ row: unknown }>({ text, values: [phone] })
    return rows.map(({ row }) => row)
  }
  const mine = `select a.id from account a join lender l on l.id = a.owner_id where l.phone = $1 and a.kind like 'LENDER%'`
  const ofLender = 'lender_id = (select id from lender where phone = $1)'
  const last = (from: string) =>
    read(
      `select to_jsonb(one) as row from (select * from ${from} order by created_at desc limit ${latest}) one`,
    )
  return {
    accounts: await read(`select to_jsonb(a) as row from account a where a.id in (${mine})`),
    transfers: await last(`transfer where debit_account in (${mine}) or credit_account in (${mine})`),
    holds: await last(`hold where account_id in (${mine})`),
    withdrawals: await last(`withdrawal where ${ofLender}`),
    fundings: await last(`funding where ${ofLender}`),
  }
}
