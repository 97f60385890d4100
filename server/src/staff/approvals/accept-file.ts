import type { Context } from '../../context.ts'
import type { FileFound } from '../../operator/files/index.ts'
import type { AcceptedFile } from '../../platform/approvals/file.ts'
import type { Authority } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { staffIdOf } from '../../platform/commands/decide.ts'
import { startDecided } from '../files/index.ts'

/**
 * Accepts the content of a file. It is then imported under the proposal, line by line, each line once: by the worker
 * where it was uploaded, else by the command line.
 * @returns what the last dry run of an uploaded file found
 */
export const acceptFile = mutation<Context, AcceptedFile, { found: FileFound | null }>({
  operation: 'acceptFile',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, { command, name, sha256, amount, kept }, { actor, context: { random } }) {
    const detail = { command, sha256, amount }
    const subject = `file:${name}`
    if (kept === undefined) return { answer: { found: null }, subject, detail }
    if (actor.kind !== 'operator') throw new Error('only staff accept a file')
    const by = { proposal: proposalOf(actor.authority), staffId: staffIdOf(actor) ?? 0 }
    const found = await startDecided(tx, random, { kept, command, sha256, ...by })
    return { answer: { found }, subject, detail }
  },
})

/** The proposal that is decided; null in a dry run. */
const proposalOf = (authority: Authority | undefined): number | null =>
  authority && 'proposal' in authority ? authority.proposal : null
