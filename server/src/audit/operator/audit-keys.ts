import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { anchorPublicKey } from '../../platform/audit/anchor.ts'
import { anchorHead, anchoringOf, lastAnchored } from '../../platform/audit/anchoring.ts'
import { addAuditKey, keyOf } from '../../platform/audit/keys.ts'
import { lastLink, lockSealing, sealWithin } from '../../platform/audit/seal.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { keyId } from '../../platform/keys/key-file.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { acceptLateEntry } from './accept-late-entry.ts'
import { readDigits, readId, readText } from '../../operator/values.ts'

/** `audit`: keys, signed heads and late entries, which protect the audit trail from being rewritten. */
export function addAuditKeys(audit: Command, terminal: Terminal): void {
  addCommand(audit, {
    use: 'keys',
    description:
      'list the audit keys without their secrets: the first row of each, and its public key for verifying signed heads',
    example: 'audit keys',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, listKeys))
  addCommand(audit, {
    use: 'add-key <id>',
    description: 'add a key to AUDIT_KEY_FILE, creating the file if needed; rows sealed from then on use it',
    example: 'audit add-key 2027-01',
    writes: true,
  })
    .option(
      '--from <row>',
      'the first row sealed with it, e.g. to copy the file to other machines first; default: the next row',
      (text: string) => Number(readDigits(1, 15)(text)),
    )
    .action((id: string, options: { from?: number }, command: Command) =>
      runCommand(terminal, command, (tools) => addKey(tools, readKeyId(id), options)),
    )
  addCommand(audit, {
    use: 'anchor',
    description:
      'seal new rows and sign the head of the audit trail now, to AUDIT_ANCHOR_FILE and AUDIT_ANCHOR_URL; the worker does this every AUDIT_ANCHOR_MINUTES',
    example: 'audit anchor',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, anchorNow))
  addCommand(audit, {
    use: 'accept <entry>',
    description: 'accept an audit entry that the audit reports as added long after its time (I24c)',
    example: 'audit accept 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "the clock of app-2 was wrong"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, for the audit trail', readText(500))
    .action((entry: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const data = await act(acceptLateEntry, { entry: readId(entry), reason })
        return { exit: 0, lines: [`${data.entry} is accepted`], data }
      }),
    )
}

function readKeyId(value: string): string {
  if (keyId.test(value)) return value
  throw new InvalidArgumentError('The id of a key is of letters, digits, . _ -, 40 at most.')
}

async function listKeys({ context }: CommandTools) {
  const keys = (context.auditKeys() ?? []).map((key) => ({
    id: key.id,
    from: key.from,
    publicKey: anchorPublicKey(key),
  }))
  const lines = keys.map(({ id, from, publicKey }) => `${id}  from row ${from} on  ${publicKey}`)
  return {
    exit: 0 as const,
    lines: lines.length > 0 ? lines : ['AUDIT_KEY_FILE is not set: the audit trail is sealed without a key.'],
    data: { keys },
  }
}

async function addKey({ context, actor, dryRun }: CommandTools, id: string, { from }: { from?: number }) {
  const file = context.config.AUDIT_KEY_FILE
  if (file === null)
    throw new CommandError('AUDIT_KEY_FILE names the file that a key is added to; it is not set.')
  const made = await inTransaction(context.db, { repeatable: true }, async (tx) => {
    // Locks sealing, so that no row can be sealed with the old key in the meantime.
    await lockSealing(tx)
    const keys = existsSync(file) ? (context.auditKeys() ?? []) : []
    const head = await lastLink(tx)
    const first = from ?? head.seq + 1
    const last = keys.at(-1)
    if (keys.some((key) => key.id === id)) throw new CommandError(`${file} has a key ${id} already.`)
    if (first <= head.seq)
      throw new CommandError(`Row ${first} is sealed already; the chain ends at row ${head.seq}.`)
    if (last && first <= last.from)
      throw new CommandError(
        `The key ${last.id} begins at row ${last.from}; a new one begins behind that row.`,
      )
    if (head.keyId !== null && keyOf(keys, head.seq)?.id !== head.keyId)
      throw new CommandError(
        `The chain has the key ${head.keyId}, which ${file} does not hold: put it back first.`,
      )
    if (!dryRun) {
      await recordAudit(tx, {
        id: context.random.uuid(),
        actor,
        operation: 'addAuditKey',
        outcome: 'done',
        detail: { key: id, from: first },
      })
      addAuditKey(file, id, first)
    }
    return { id, from: first, file }
  })
  return {
    exit: 0 as const,
    lines: [
      `${id} seals the audit trail from row ${made.from} on. Keep a copy of ${file} apart from the database: without it nothing before can be verified.`,
    ],
    data: made,
  }
}

async function anchorNow({ context, dryRun }: CommandTools) {
  if (context.auditKeys() === null)
    throw new CommandError('AUDIT_KEY_FILE is not set: there is no key to sign the head with.')
  if (dryRun) return { exit: 0 as const, lines: ['The head of the audit trail would be signed.'], data: {} }
  const anchoring = anchoringOf(context)
  await sealWithin(context.db, 'ALL', context.auditKeys, { head: await lastAnchored(anchoring.places) })
  const anchor = await anchorHead(anchoring, { now: true })
  if (anchor === null) throw new CommandError('Nothing is sealed with a key yet.')
  return { exit: 0 as const, lines: [JSON.stringify(anchor)], data: { anchor } }
}
