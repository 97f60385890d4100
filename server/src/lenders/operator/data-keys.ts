import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { auditAlone } from '../../platform/audit/audit.ts'
import { appendKey, keyId } from '../../platform/keys/key-file.ts'
import { Database } from '../../platform/db/database.ts'
import { createPersonalData, noteDataKey } from '../../platform/db/data-keys.ts'
import { encryptPersonalData } from '../profile/encrypt-personal-data.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `keys`: encryption keys of personal data in the database. */
export function addDataKeys(keys: Command, terminal: Terminal): void {
  addCommand(keys, {
    use: 'add <id>',
    description:
      'menambahkan kunci ke DATA_KEY_FILE, dan membuat berkas itu bila belum ada; nilai baru dienkripsi dengannya',
    example: 'keys add 2027-01',
    writes: true,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => addKey(tools, readKeyId(id))),
  )
  addCommand(keys, {
    use: 'rotate',
    description:
      'mengenkripsi nilai tanpa kunci atau dengan kunci lama memakai kunci terbaru, selagi sistem berjalan; dilanjutkan setelah terputus; memerlukan DATABASE_OWNER_URL',
    example: 'keys rotate',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, rotate))
}

function readKeyId(value: string): string {
  if (keyId.test(value)) return value
  throw new InvalidArgumentError('Nama kunci terdiri atas huruf, angka, . _ -, paling banyak 40.')
}

function fileOf({ context }: CommandTools): string {
  const file = context.config.DATA_KEY_FILE
  if (file === null)
    throw new CommandError('DATA_KEY_FILE menyebut berkas kunci; pengaturan itu tidak diisi.')
  return file
}

async function addKey(tools: CommandTools, id: string) {
  const { context, actor, dryRun } = tools
  const file = fileOf(tools)
  const known = existsSync(file) ? (createPersonalData(file)?.ids ?? []) : []
  if (known.includes(id)) throw new CommandError(`${file} sudah memuat kunci ${id}.`)
  if (!dryRun) {
    appendKey(file, [id], `Kunci data pribadi ${id}`)
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
      `${id} mengenkripsi yang ditulis sejak sekarang; "keys rotate" mengenkripsi yang lain. Simpan salinan ${file} terpisah dari basis data dan cadangannya: tanpa itu yang terenkripsi tidak dapat dibaca siapa pun.`,
    ],
    data: { id, file },
  }
}

async function rotate(tools: CommandTools) {
  const { context, ownerUrl, actor, dryRun } = tools
  fileOf(tools)
  const { personal } = context.db.options
  if (!personal) throw new CommandError('DATA_KEY_FILE menyebut berkas kunci; pengaturan itu tidak diisi.')
  const key = personal.current.id
  if (dryRun)
    return { exit: 0 as const, lines: [`Semuanya akan dienkripsi dengan kunci ${key}.`], data: { key } }
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL menyebut login pemilik tabel; login aplikasi tidak boleh mengubah nomor-nomor lama.',
    )
  const owner = new Database({ ...context.db.options, url: ownerUrl, size: 2, role: undefined })
  const { rows, free } = await encryptPersonalData(owner, {
    random: context.random,
    actor,
    personal,
  }).finally(() => owner.close())
  const result = Object.entries(rows).map(
    ([table, count]) => `${table}: ${count} baris dienkripsi dengan kunci ${key}`,
  )
  const over = free.map(
    (id) => `Tidak ada lagi yang memakai kunci ${id}: boleh dihapus dari berkas, tidak dari cadangan.`,
  )
  return { exit: 0 as const, lines: [...result, ...over], data: { key, rows, free } }
}
