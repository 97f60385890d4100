import type { FileRow, FileRun } from '@pematang/contract/staff/files'
import type { Context } from '../../context.ts'
import type { AnyFileKind } from '../../operator/files/index.ts'
import { acceptFileOperation } from '../../platform/approvals/file.ts'
import { findRule } from '../../platform/approvals/rule.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { StaffCaller } from '../../platform/http/requests.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import {
  findFile,
  invocationOf,
  listStoredFiles,
  proposeFile,
  readUpload,
  runsOf,
  runUnder,
  type StoredFile,
  type StoredRun,
  tryFile,
  uploadFile,
  whyNot,
} from '../../staff/index.ts'
import { fileKinds } from './file-kinds.ts'
import { masked } from './mask.ts'
import { toldRefusal } from './refused-lines.ts'

type Caller = Origin & { staffId: number }

/** How many refused lines a page shows. */
const shownRefusals = 200

/** A kind of file as the form of its upload needs it. */
export const describeKind = ({ command, title, columns, options = [], isTaking }: AnyFileKind) => ({
  ...{ command, title, isTaking },
  columns: [...columns],
  options: [...options],
})

/** Keeps an uploaded file. @throws Refusal NOT_FOUND for an unknown kind or option, FILE_… */
export async function upload(
  context: Context,
  { staffId, ...origin }: Caller,
  { command, name, options = '' }: { command: string; name: string; options?: string | undefined },
  bytes: Uint8Array,
) {
  const chosen = options.split(',').filter((one) => one !== '')
  const invocation = invocationOf(await fileKinds(), command, chosen)
  const read = readUpload(bytes)
  const input = { command: invocation, name, staffId, ...read }
  const done = await perform(context, uploadFile, { actor: staffActor(staffId), input, ...origin })
  return { ...done, sha256: read.sha256 }
}

export async function tryAgain(context: Context, { staffId, ...origin }: Caller, id: string) {
  const call = { actor: staffActor(staffId), ...origin }
  return perform(context, tryFile, { ...call, input: { id, staffId } })
}

/** Proposes a file, or has it imported where no rule asks for a second pair. */
export async function proposeKept(
  context: Context,
  { staffId, key, ...origin }: Caller & { key: string | undefined },
  { id, sha256 }: { id: string; sha256: string },
) {
  const { command } = required(await findFile(context.db, id), 'NOT_FOUND')
  const isTaking = kindOf(await fileKinds(), command)?.isTaking ?? false
  const input = { id, sha256, isTaking, staffId }
  const call = { actor: staffActor(staffId), key, ...origin }
  const { number } = await perform(context, proposeFile, { ...call, input })
  return { state: number === null ? ('STARTED' as const) : ('PROPOSED' as const), number }
}

/** A page of the uploaded files, newest first. @throws Refusal INPUT_INVALID for an unknown cursor */
export async function listFiles(
  { db }: Context,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  if (after !== undefined && !/^[0-9a-f-]{36}$/.test(after)) throw new Refusal('INPUT_INVALID')
  const kinds = await fileKinds()
  const { rows, next } = await listStoredFiles(db, { limit, after: after ?? null })
  return { rows: rows.map(({ last, ...file }) => asRow(kinds, file, last)), next }
}

/** A file with its runs. @throws Refusal NOT_FOUND */
export async function showFile({ db }: Context, { rights }: Pick<StaffCaller, 'rights'>, id: string) {
  const kinds = await fileKinds()
  const file = required(await findFile(db, id), 'NOT_FOUND')
  const runs = await runsOf(db, id)
  const shown = rights.includes('WORK') || rights.includes('DECIDE') ? <T>(value: T): T => value : masked
  const needsSecondPair =
    !kindOf(kinds, file.command)?.isTaking && (await findRule(db, acceptFileOperation)) !== undefined
  return {
    ...asRow(kinds, file, runs[0] ?? null),
    runs: runs.map((one) => {
      const run = asFileRun(kinds, one)
      return { ...run, refusals: shown(run.refusals) }
    }),
    needsSecondPair,
    whyNot: refusalOf(file, runs)?.message ?? null,
  }
}

/** The import under a proposal, as its page shows it; null if there is none. */
export async function runOfProposal({ db }: Context, proposal: number): Promise<FileRun | null> {
  const run = await runUnder(db, proposal)
  return run ? asFileRun(await fileKinds(), run) : null
}

function refusalOf({ removedAt, proposalState }: StoredFile, runs: readonly StoredRun[]): Refusal | null {
  if (removedAt !== null) return new Refusal('FILE_REMOVED')
  return proposalState === 'WAITING' ? new Refusal('FILE_PROPOSED') : whyNot(runs)
}

const kindOf = (kinds: readonly AnyFileKind[], invocation: string): AnyFileKind | undefined =>
  kinds.find(({ command }) => invocation.startsWith(`${command} {`))

/** The kind of a file in words; its command where that is none any more. */
export const titleOfFile = (kinds: readonly AnyFileKind[], invocation: string): string =>
  kindOf(kinds, invocation)?.title ?? invocation

const asRow = (
  kinds: readonly AnyFileKind[],
  { proposal, proposalState, at, removedAt, ...file }: StoredFile,
  last: StoredRun | null,
): FileRow => ({
  ...file,
  title: titleOfFile(kinds, file.command),
  at: at.toISOString(),
  removedAt: removedAt?.toISOString() ?? null,
  proposal: proposal === null || proposalState === null ? null : { number: proposal, state: proposalState },
  last: last && {
    ...{ what: last.what, outcome: last.outcome },
    ...{ lines: last.found?.lines ?? null, refused: last.found?.refused ?? null },
  },
})

function asFileRun(kinds: readonly AnyFileKind[], run: StoredRun): FileRun {
  const { id, what, proposal, by, at, endedAt, outcome, found, refusals } = run
  const columns = kindOf(kinds, run.command)?.columns ?? []
  return {
    ...{ id, what, proposal, by, outcome },
    at: at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    says: sentenceOf(run),
    found: found && {
      ...{ lines: found.lines, refused: found.refused, known: found.known, amount: found.amount },
      words: found.words.map(([label, value]) => ({ label, value })),
    },
    refusals: refusals.slice(0, shownRefusals).map((one) => toldRefusal(one, columns)),
  }
}

const endings = {
  UNREADABLE: 'Berkas ini tidak dapat dibaca sebagai berkas jenis ini.',
  CHANGED: 'Isi yang disimpan tidak sama dengan yang diajukan. Tidak ada yang diimpor; unggah lagi.',
  UNDECIDED: 'Persetujuannya tidak berlaku lagi. Tidak ada yang diimpor; uji coba, lalu ajukan lagi.',
  FAILED:
    'Dihentikan setelah berulang kali gagal. Yang sudah tercatat tidak tercatat dua kali; uji coba lagi.',
}

function sentenceOf({ what, outcome, found, attempts }: StoredRun): string {
  const again =
    attempts > 1
      ? ' Sempat terputus lalu dilanjutkan; baris yang tercatat sebelumnya terhitung sudah dikenal.'
      : ''
  if (outcome === null) return what === 'TRIAL' ? 'Sedang diuji coba.' : `Sedang diimpor.${again}`
  if (outcome !== 'DONE' || !found) return endings[outcome === 'DONE' ? 'FAILED' : outcome]
  const refused = found.refused.toLocaleString('id-ID')
  if (what === 'TRIAL')
    return found.refused === 0 ? 'Tidak ada baris yang ditolak.' : `${refused} baris akan ditolak.`
  return `${found.refused === 0 ? 'Selesai diimpor.' : `Selesai diimpor; ${refused} baris ditolak.`}${again}`
}
