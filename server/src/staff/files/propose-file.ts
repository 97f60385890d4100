import type { Context } from '../../context.ts'
import { whyNotProposed } from '../../operator/files/index.ts'
import { type AcceptedFile, acceptFileOperation } from '../../platform/approvals/file.ts'
import { encodeInput } from '../../platform/approvals/input.ts'
import { findRule } from '../../platform/approvals/rule.ts'
import { mutation } from '../../platform/commands/command.ts'
import { performPart } from '../../platform/commands/perform.ts'
import { propose } from '../../platform/commands/propose.ts'
import { run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockKept, startRun } from './start-run.ts'
import { findFile, runsOf, type StoredRun } from './store.ts'

type Proposing = {
  id: string
  /** The SHA-256 that the person has seen. */
  sha256: string
  /** Whether the file takes something away, and so needs nobody else. */
  isTaking: boolean
  staffId: number
}

const refusals = { REFUSED_LINES: 'FILE_REFUSED_LINES', IDLE: 'FILE_IDLE' } as const

/**
 * Why a file cannot be proposed now: its last run is a dry run of this day that went through, of sums without a refused
 * line; null where it can.
 */
export function whyNot(runs: readonly StoredRun[]): Refusal | null {
  const [last] = runs
  if (last && last.endedAt === null) return new Refusal('FILE_RUNNING')
  if (last?.what !== 'TRIAL' || !last.found || !last.isFresh) return new Refusal('FILE_UNTRIED')
  const why = whyNotProposed(last.found)
  return why && new Refusal(refusals[why])
}

/**
 * Proposes a file by its hash with the sum that its last dry run found. Where no rule asks for a second pair, it is
 * imported at once, and each line passes the gate of its own command.
 * @returns the number of the proposal; null where the import was started
 * @throws Refusal why not
 */
export const proposeFile = mutation<Context, Proposing, { number: number | null }>({
  operation: 'proposeFile',
  permit: ['operator'],
  withoutSecondPair: 'a proposal gives nothing, and where no rule asks for it each line passes its own gate',
  async run(tx, { id, sha256, isTaking, staffId }, { context, actor }) {
    const { command, name, ...file } = await lockKept(tx, id)
    if (file.sha256 !== sha256) throw new Refusal('FILE_DIFFERS')
    if ((await findFile(tx, id))?.proposalState === 'WAITING') throw new Refusal('FILE_PROPOSED')
    const runs = await runsOf(tx, id)
    const refusal = whyNot(runs)
    if (refusal) throw refusal
    const subject = `upload:${id}`
    const amount = runs[0]?.found?.amount ?? 0
    if (isTaking || !(await findRule(tx, acceptFileOperation))) {
      await startRun(tx, context.random, { fileId: id, what: 'IMPORT', proposal: null, staffId })
      return { answer: { number: null }, subject, detail: { amount } }
    }
    const input: AcceptedFile = { command, name, sha256, amount, kept: id }
    // As `acceptFile` answers, so that the decider sees what has changed since.
    const foreseen = encodeInput({ before: null, answer: { found: runs[0]?.found } })
    const { number } = await performPart(tx, context, propose, {
      actor,
      input: { operation: acceptFileOperation, input, amount, maker: staffId, seat: null, foreseen },
    })
    await run(tx, 'staff.files.proposed', 'update staff_file set proposal = $2 where id = $1', [id, number])
    return { answer: { number }, subject, detail: { proposal: number, amount } }
  },
})
