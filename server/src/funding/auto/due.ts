import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { run } from '../../platform/db/database.ts'
import { holdRound } from './hold-round.ts'

/**
 * Runs a round if one is due: some minutes after the last attempt, or when loans were published since. None is due while
 * another is open. Of several workers only one runs it.
 */
export async function holdDueRound(context: Context): Promise<void> {
  const { db, config } = context
  const due = await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'funding.auto.due',
      `update auto_look set looked_at = app_now()
        where (looked_at <= app_now() - $1::int * interval '1 second'
               or exists (select from loan_terms t where t.created_at > looked_at))
          and not exists (select from auto_round where ended_at is null)`,
      [config.AUTO_FUNDING_ROUND_SECONDS],
    ),
  )
  if (due > 0) await holdRound(context)
}

/** Deletes the results of rounds that funded nothing after 30 days, and the rounds without a decision. */
export async function deleteEmptyRounds({ db }: Pick<Context, 'db'>): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'funding.auto.delete_outcomes',
      `delete from auto_outcome where funded = 0 and ran_at < app_now() - interval '30 days'`,
    )
    await run(
      tx,
      'funding.auto.delete_rounds',
      `delete from auto_round where decisions = 0 and decided_at < app_now() - interval '30 days'
         and number < (select max(number) from auto_round)`,
    )
  })
}
