import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  acceptancesOf,
  findVersion,
  publishRiskWarning,
  recordAcceptance,
  textLength,
  tidyText,
} from '../risk-warning/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

const readVersion = readCount(1_000_000)

/** `risk-warning`: the text that lenders accept before they fund, and their acceptances. */
export function addRiskWarning(warning: Command, terminal: Terminal): void {
  addCommand(warning, {
    use: 'show [version]',
    description:
      'menampilkan teks yang berlaku, atau sebuah versi, dan berapa Pemberi Dana yang menyetujuinya',
    example: 'risk-warning show 1',
    writes: false,
  }).action((version: string | undefined, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, version)),
  )
  addCommand(warning, {
    use: 'publish <file>',
    description: `menerbitkan teks (UTF-8, ${textLength.least} sampai ${textLength.most} karakter, satu baris kosong di antara paragraf); setiap Pemberi Dana harus menyetujuinya sebelum pendanaan berikutnya`,
    example: 'risk-warning publish peringatan-risiko.txt',
    writes: true,
  }).action((file: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => publish(tools, file)),
  )
  addCommand(warning, {
    use: 'record',
    description:
      'mencatat bahwa Pemberi Dana menyetujui teks yang berlaku di atas kertas, misalnya perusahaan dengan kontraknya',
    example: 'risk-warning record --phone 81234567891 --evidence "kontrak 2026/118, lampiran 3"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--evidence <text>', 'surat yang membuktikannya, tanpa data pribadi', readText(200))
    .action(({ phone, evidence }: { phone: string; evidence: string }, command: Command) =>
      runCommand(terminal, command, (tools) => record(tools, phone, evidence)),
    )
  addCommand(warning, {
    use: 'acceptances',
    description: 'menampilkan yang disetujui seorang Pemberi Dana: versi, waktu, dan hash teksnya',
    example: 'risk-warning acceptances --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => listAcceptances(tools, phone)),
    )
}

async function show({ context }: CommandTools, asked: string | undefined) {
  const found = await findVersion(context.db, asked === undefined ? null : readVersion(asked))
  if (!found) throw new CommandError(`Tidak ada versi ${asked} peringatan risiko.`)
  const { version, text, accepted } = found
  const [sha256, createdAt] = [found.sha256.toString('hex'), found.createdAt.toISOString()]
  return {
    exit: 0 as const,
    lines: [
      `versi ${version} tanggal ${createdAt}, sha256 ${sha256}, disetujui ${accepted} Pemberi Dana`,
      '',
      text,
    ],
    data: { version, createdAt, sha256, accepted, text },
  }
}

async function publish({ act }: CommandTools, file: string) {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw new CommandError(`${file} tidak dapat dibaca.`, { cause: error })
  }
  const text = tidyText(utf8(bytes, file))
  const published = await act(publishRiskWarning, { text })
  const { version, sha256 } = published
  return {
    exit: 0 as const,
    lines: [`versi ${version} peringatan risiko berlaku, sha256 ${sha256}`],
    data: published,
  }
}

function utf8(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${file} bukan UTF-8.`)
  }
}

async function record({ context, act }: CommandTools, phone: string, evidence: string) {
  const lenderId = await lenderOf(context, phone)
  const { version } = await act(recordAcceptance, { lenderId, evidence })
  const line = `Pemberi Dana ${lenderId} menyetujui versi ${version} peringatan risiko`
  return { exit: 0 as const, lines: [line], data: { lenderId, version, evidence } }
}

async function listAcceptances({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const acceptances = (await acceptancesOf(context.db, lenderId)).map(
    ({ version, sha256, acceptedAt, evidence }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
      sha256: sha256.toString('hex'),
      evidence,
    }),
  )
  const lines = acceptances.map(
    ({ version, acceptedAt, sha256, evidence }) =>
      `versi ${version} disetujui pada ${acceptedAt}${evidence === null ? '' : ` dengan ${evidence}`}, sha256 ${sha256}`,
  )
  return {
    exit: 0 as const,
    lines: lines.length > 0 ? lines : [`Pemberi Dana ${lenderId} belum menyetujui peringatan risiko`],
    data: { lenderId, acceptances },
  }
}
