import type { FileFound } from '../../operator/files/index.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Random } from '../../platform/random.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { fileQueue, fileRunJob } from './queue.ts'
import { lockFile, runsOf } from './store.ts'

type NewRun = { fileId: string; what: 'TRIAL' | 'IMPORT'; proposal: number | null; staffId: number }

/**
 * Has the worker run a locked file.
 * @returns the id of the run
 * @throws Refusal FILE_RUNNING while another run of it has not ended
 */
export async function startRun(
  tx: Transaction,
  random: Random,
  { fileId, what, proposal, staffId }: NewRun,
): Promise<string> {
  const id = random.uuid()
  const made = await run(
    tx,
    'staff.files.start_run',
    `insert into staff_file_run (id, file_id, what, proposal, staff_id) values ($1, $2, $3, $4, $5)
         on conflict (file_id) where ended_at is null do nothing`,
    [id, fileId, what, proposal, staffId],
  )
  if (made === 0) throw new Refusal('FILE_RUNNING')
  await enqueue(tx, [{ id: random.uuid(), kind: fileRunJob, payload: { run: id }, queue: fileQueue }])
  return id
}

/**
 * Locks a file that still has its content.
 * @throws Refusal NOT_FOUND, FILE_REMOVED
 */
export async function lockKept(tx: Transaction, id: string) {
  const file = required(await lockFile(tx, id), 'NOT_FOUND')
  if (file.isRemoved) throw new Refusal('FILE_REMOVED')
  return file
}

/**
 * Has a decided file imported, in the transaction of its decision.
 * @returns what its last dry run found
 * @throws Refusal FILE_REMOVED, FILE_RUNNING, FILE_DIFFERS where the file is not what was proposed
 */
export async function startDecided(
  tx: Transaction,
  random: Random,
  {
    kept,
    command,
    sha256,
    ...by
  }: { kept: string; command: string; sha256: string; proposal: number | null; staffId: number },
): Promise<FileFound | null> {
  const file = await lockKept(tx, kept)
  if (file.sha256 !== sha256 || file.command !== command) throw new Refusal('FILE_DIFFERS')
  const runs = await runsOf(tx, kept)
  await startRun(tx, random, { fileId: kept, what: 'IMPORT', ...by })
  return runs.find(({ what, outcome }) => what === 'TRIAL' && outcome === 'DONE')?.found ?? null
}
