import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { auditAlone } from '../../platform/audit/audit.ts'
import { appendKey, keyId } from '../../platform/keys/key-file.ts'
import { Database } from '../../platform/db/database.ts'
import { createPersonalData, noteDataKey } from '../../platform/db/data-keys.ts'
import { encryptPersonalData } from '../profile/index.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `keys`: encryption keys of personal data in the database. */
export function addDataKeys(program: Command, terminal: Terminal): void {
  const keys = addGroup(
    program,
    'keys',
    'encryption keys of phones, e-mails and account numbers in the database',
  )
  addCommand(keys, {
    use: 'add <id>',
    description: 'add a key to DATA_KEY_FILE, creating the file if needed; new values are encrypted with it',
    example: 'keys add 2027-01',
    writes: true,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => addKey(tools, readKeyId(id))),
  )
  addCommand(keys, {
    use: 'rotate',
    description:
      'encrypt values without a key or with an older one with the newest key, while the system runs; resumes after an interruption; needs DATABASE_OWNER_URL',
    example: 'keys rotate',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, rotate))
}

function readKeyId(value: string): string {
  if (keyId.test(value)) return value
  throw new InvalidArgumentError('The id of a key is of letters, digits, . _ -, 40 at most.')
}

function fileOf({ context }: CommandTools): string {
  const file = context.config.DATA_KEY_FILE
  if (file === null) throw new CommandError('DATA_KEY_FILE names the file of the keys; it is not set.')
  return file
}

async function addKey(tools: CommandTools, id: string) {
  const { context, actor, dryRun } = tools
  const file = fileOf(tools)
  const known = existsSync(file) ? (createPersonalData(file)?.ids ?? []) : []
  if (known.includes(id)) throw new CommandError(`${file} has a key ${id} already.`)
  if (!dryRun) {
    appendKey(file, [id], `Key of personal data ${id}`)
    // Recorded only after the key can be read: from then on, processes without this key refuse to start.
    await noteDataKey(context.db, id)
    await auditAlone(context.db, {
      id: context.random.uuid(),
      actor,
      operation: 'addDataKey',
      subject: `key:${id}`,
      outcome: 'done',
    })
  }
  return {
    exit: 0 as const,
    lines: [
      `${id} encrypts what is written from now on; "keys rotate" encrypts the rest. Keep a copy of ${file} apart from the database and its backups: without it nobody can read what is encrypted.`,
    ],
    data: { id, file },
  }
}

async function rotate(tools: CommandTools) {
  const { context, ownerUrl, actor, dryRun } = tools
  fileOf(tools)
  const { personal } = context.db.options
  if (!personal) throw new CommandError('DATA_KEY_FILE names the file of the keys; it is not set.')
  const key = personal.current.id
  if (dryRun)
    return { exit: 0 as const, lines: [`All would be encrypted with the key ${key}.`], data: { key } }
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL names the login that owns the tables; the one of the application may not change former numbers.',
    )
  const owner = new Database({ ...context.db.options, url: ownerUrl, size: 2, role: undefined })
  const { rows, free } = await encryptPersonalData(owner, {
    random: context.random,
    actor,
    personal,
  }).finally(() => owner.close())
  const result = Object.entries(rows).map(
    ([table, count]) => `${table}: ${count} rows encrypted with the key ${key}`,
  )
  const over = free.map(
    (id) => `Nothing has the key ${id} any more: it may be taken out of the file, not out of backups.`,
  )
  return { exit: 0 as const, lines: [...result, ...over], data: { key, rows, free } }
}
