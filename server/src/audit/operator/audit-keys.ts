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
      'menampilkan kunci audit tanpa rahasianya: baris pertama masing-masing, dan kunci publiknya untuk memeriksa kepala rantai yang ditandatangani',
    example: 'audit keys',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, listKeys))
  addCommand(audit, {
    use: 'add-key <id>',
    description:
      'menambahkan kunci ke AUDIT_KEY_FILE, dan membuat berkas itu bila belum ada; baris yang disegel sejak itu memakainya',
    example: 'audit add-key 2027-01',
    writes: true,
  })
    .option(
      '--from <row>',
      'baris pertama yang disegel dengannya, misalnya agar berkas sempat disalin ke mesin lain; bawaan: baris berikutnya',
      (text: string) => Number(readDigits(1, 15)(text)),
    )
    .action((id: string, options: { from?: number }, command: Command) =>
      runCommand(terminal, command, (tools) => addKey(tools, readKeyId(id), options)),
    )
  addCommand(audit, {
    use: 'anchor',
    description:
      'menyegel baris baru dan menandatangani kepala jejak audit sekarang, ke AUDIT_ANCHOR_FILE dan AUDIT_ANCHOR_URL; worker melakukannya setiap AUDIT_ANCHOR_MINUTES',
    example: 'audit anchor',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, anchorNow))
  addCommand(audit, {
    use: 'accept <entry>',
    description: 'menerima catatan audit yang menurut pemeriksaan ditambahkan jauh setelah waktunya (I24c)',
    example: 'audit accept 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "jam app-2 salah"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(500))
    .action((entry: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const data = await act(acceptLateEntry, { entry: readId(entry), reason })
        return { exit: 0, lines: [`${data.entry} diterima`], data }
      }),
    )
}

function readKeyId(value: string): string {
  if (keyId.test(value)) return value
  throw new InvalidArgumentError('Nama kunci terdiri atas huruf, angka, . _ -, paling banyak 40.')
}

async function listKeys({ context }: CommandTools) {
  const keys = (context.auditKeys() ?? []).map((key) => ({
    id: key.id,
    from: key.from,
    publicKey: anchorPublicKey(key),
  }))
  const lines = keys.map(({ id, from, publicKey }) => `${id}  sejak baris ${from}  ${publicKey}`)
  return {
    exit: 0 as const,
    lines: lines.length > 0 ? lines : ['AUDIT_KEY_FILE tidak diisi: jejak audit disegel tanpa kunci.'],
    data: { keys },
  }
}

async function addKey({ context, actor, dryRun }: CommandTools, id: string, { from }: { from?: number }) {
  const file = context.config.AUDIT_KEY_FILE
  if (file === null)
    throw new CommandError(
      'AUDIT_KEY_FILE menyebut berkas tempat kunci ditambahkan; pengaturan itu tidak diisi.',
    )
  const made = await inTransaction(context.db, { repeatable: true }, async (tx) => {
    // Locks sealing, so that no row can be sealed with the old key in the meantime.
    await lockSealing(tx)
    const keys = existsSync(file) ? (context.auditKeys() ?? []) : []
    const head = await lastLink(tx)
    const first = from ?? head.seq + 1
    const last = keys.at(-1)
    if (keys.some((key) => key.id === id)) throw new CommandError(`${file} sudah memuat kunci ${id}.`)
    if (first <= head.seq)
      throw new CommandError(`Baris ${first} sudah disegel; rantai berakhir di baris ${head.seq}.`)
    if (last && first <= last.from)
      throw new CommandError(`Kunci ${last.id} dimulai di baris ${last.from}; yang baru dimulai sesudahnya.`)
    if (head.keyId !== null && keyOf(keys, head.seq)?.id !== head.keyId)
      throw new CommandError(
        `Rantai memakai kunci ${head.keyId}, yang tidak ada di ${file}: kembalikan dahulu.`,
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
      `${id} menyegel jejak audit sejak baris ${made.from}. Simpan salinan ${file} terpisah dari basis data: tanpa itu yang sebelumnya tidak dapat diperiksa.`,
    ],
    data: made,
  }
}

async function anchorNow({ context, dryRun }: CommandTools) {
  if (context.auditKeys() === null)
    throw new CommandError('AUDIT_KEY_FILE tidak diisi: tidak ada kunci untuk menandatangani kepala rantai.')
  if (dryRun) return { exit: 0 as const, lines: ['Kepala jejak audit akan ditandatangani.'], data: {} }
  const anchoring = anchoringOf(context)
  await sealWithin(context.db, 'ALL', context.auditKeys, { head: await lastAnchored(anchoring.places) })
  const anchor = await anchorHead(anchoring, { now: true })
  if (anchor === null) throw new CommandError('Belum ada yang disegel dengan kunci.')
  return { exit: 0 as const, lines: [JSON.stringify(anchor)], data: { anchor } }
}
