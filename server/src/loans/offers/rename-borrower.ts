import type { Context } from '../../context.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'

export type BorrowerRename = { oldName: string; newName: string; reason: string; by: string; at: Date }

/** The changes of a borrower's name, the newest first. */
export const renamesOf = (db: Queryable, borrowerNumber: string): Promise<BorrowerRename[]> =>
  many<BorrowerRename>(
    db,
    'loans.offers.renames',
    `select r.old_name as "oldName", r.new_name as "newName", r.reason, r.renamed_by as by, r.renamed_at as at
       from borrower_rename r join borrower b on b.id = r.borrower_id where b.number = $1 order by r.id desc`,
    [borrowerNumber],
  )

/**
 * Renames a borrower, with a reason. Existing agreements keep the old name; new ones, and the pages of lenders, show
 * the new one. Renaming to the current name changes no data.
 * @throws Error if there is no borrower with that number.
 */
export const renameBorrower = mutation<
  Context,
  { borrowerNumber: string; name: string; reason: string },
  { renamed: boolean; oldName: string }
>({
  operation: 'renameBorrower',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { borrowerNumber, name, reason }, { context, actor }) {
    const borrower = await maybe<{ id: number; name: string }>(
      tx,
      'loans.offers.lock_borrower',
      'select id, name from borrower where number = $1 for no key update',
      [borrowerNumber],
    )
    if (!borrower) throw new Error(`Tidak ada Penerima Dana ${borrowerNumber}.`)
    const subject = `borrower:${borrowerNumber}`
    const answer = { renamed: borrower.name !== name, oldName: borrower.name }
    if (!answer.renamed) return { answer, subject }
    await run(
      tx,
      'loans.offers.keep_rename',
      `insert into borrower_rename (id, borrower_id, old_name, new_name, reason, renamed_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [context.random.uuid(), borrower.id, borrower.name, name, reason, actor.name],
    )
    await run(tx, 'loans.offers.rename', 'update borrower set name = $2 where id = $1', [borrower.id, name])
    return { answer, subject, detail: { oldName: borrower.name, newName: name, reason } }
  },
})
