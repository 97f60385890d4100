import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { hashFile } from '../../operator/hash-file.ts'
import { withNewFile } from '../../operator/new-file.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { cutPage } from '../../platform/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readMoment } from '../../operator/moment-value.ts'
import { readCount, readId, readNumber, readPhone, readText } from '../../operator/values.ts'
import { callVote } from '../votes/call-vote.ts'
import { outcomeText } from '../votes/papers.ts'
import { type Part, ruleInForce, setVoteRule, type VoteRule } from '../votes/rule.ts'
import { readPaper, standingVotes, sumsOf, type VoteRow, votesOf } from '../votes/store.ts'
import { recordHeirsVote } from '../votes/cast-vote.ts'
import { withdrawVote } from '../votes/end-vote.ts'
import { requireLoan } from './known.ts'
import { addTermOptions, type TermOptions, termsOf } from './term-options.ts'

type CallOptions = TermOptions & {
  reason: string
  askedBy: 'operator' | 'borrower' | 'lenders'
  asker?: string[]
  consent: string
  consentProvider: string
  consentAt: Date
  consentFile: string
}

/** `loans vote`: lenders decide on new terms. */
export function addVotes(loans: Command, terminal: Terminal): void {
  const vote = addGroup(loans, 'vote', 'Pemberi Dana memutuskan ketentuan baru pinjamannya')
  addCall(vote, terminal)
  addPageOptions(
    addCommand(vote, {
      use: 'list',
      description:
        'pemungutan suara yang terbuka, atau disetujui dan menunggu ketentuan barunya dicatat, yang tertua dahulu',
      example: 'loans vote list',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context: { db } }) => {
      const votes = await standingVotes(db, { ...options, limit: options.limit + 1 })
      const { rows, next } = cutPage(votes, options.limit, ({ id }) => id)
      return pageResult(
        'votes',
        { rows: await withSums(db, rows), next },
        (one) => `${one.loanNumber}  ${lineOf(one)}`,
      )
    }),
  )
  addCommand(vote, {
    use: 'show <number>',
    description:
      'menampilkan pemungutan suara atas sebuah pinjaman, yang terbaru dahulu, dengan suara yang masuk',
    example: 'loans vote show PMT-2026-000123 --addendum addendum.pdf',
    writes: false,
  })
    .option('--addendum <path>', 'menulis addendum yang terbaru ke berkas baru')
    .option('--record <path>', 'menulis berita acara yang terbaru ke berkas baru')
    .action((number: string, options: PaperOptions, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, readNumber(number), options)),
    )
  addCommand(vote, {
    use: 'withdraw <id>',
    description: 'menarik kembali pemungutan suara yang terbuka, atau yang hasilnya belum dipakai',
    example: 'loans vote withdraw 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "Penerima Dana membayar"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan; dibaca Pemberi Dana', readText(200))
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => withdraw(tools, readId(id), reason)),
    )
  addHeirs(vote, terminal)
  addRule(vote, terminal)
}

const repeated = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  readPhone(value),
]

function addCall(vote: Command, terminal: Terminal): void {
  addTermOptions(
    addCommand(vote, {
      use: 'call <number>',
      description:
        'memanggil Pemberi Dana sebuah pinjaman untuk memutuskan ketentuan baru; addendumnya dibuat darinya',
      example:
        'loans vote call PMT-2026-000123 --agreed-on 2026-12-20 --interest 0.1 --interest-type ANNUITY --tenor 24 --tenor-period MONTH --reason "Omzet turun" --consent C-1 --consent-provider privy --consent-at 2026-11-20T09:30:00+07:00 --consent-file consent.pdf',
      writes: true,
    }),
  )
    .requiredOption('--reason <text>', 'alasan; dibaca Pemberi Dana', readText(500))
    .addOption(
      new Option('--asked-by <who>', 'siapa yang memintanya')
        .choices(['operator', 'borrower', 'lenders'])
        .default('operator'),
    )
    .option('--asker <digits>', 'nomor telepon Pemberi Dana yang meminta; dapat diulang', repeated)
    .requiredOption('--consent <reference>', 'nomor persetujuan Penerima Dana', readText(100))
    .requiredOption('--consent-provider <name>', 'siapa yang menyimpannya', readText(100))
    .requiredOption('--consent-at <time>', 'waktu persetujuan diberikan', readMoment)
    .requiredOption('--consent-file <path>', 'berkas persetujuan; SHA-256-nya dicatat')
    .action((number: string, options: CallOptions, command: Command) =>
      runCommand(terminal, command, (tools) => call(tools, readNumber(number), options)),
    )
}

const askers = { operator: 'OPERATOR', borrower: 'BORROWER', lenders: 'LENDERS' } as const

async function call(tools: CommandTools, loanNumber: string, options: CallOptions) {
  const { reason, askedBy, asker = [], consent, consentProvider, consentAt, consentFile } = options
  if (asker.length > 0 !== (askedBy === 'lenders'))
    throw new CommandError('--asker disebut bersama --asked-by lenders, dan wajib di sana.')
  const ids = []
  for (const phone of asker) ids.push(await lenderOf(tools.context, phone))
  const done = await tools.act(callVote, {
    loanNumber,
    ...termsOf(options),
    reason,
    askedBy: askers[askedBy],
    ...(ids.length > 0 && { askers: ids }),
    consent: {
      reference: consent,
      provider: consentProvider,
      at: consentAt.toISOString(),
      sha256: await hashFile(consentFile),
    },
  })
  const { voteId, lenders, principal, endsAt, sha256 } = done
  return {
    exit: 0 as const,
    lines: [
      `Pemungutan suara ${voteId} dibuka untuk ${lenders} Pemberi Dana dengan sisa pokok ${formatRupiah(principal)}, sampai ${formatDateTimeLong(endsAt)}.`,
      `SHA-256 addendum: ${sha256}`,
    ],
    data: done,
  }
}

type PaperOptions = { addendum?: string; record?: string }

async function show(tools: CommandTools, loanNumber: string, { addendum, record }: PaperOptions) {
  const { context } = tools
  await requireLoan(context.db, loanNumber)
  const votes = await votesOf(context.db, loanNumber)
  const [newest] = votes
  const written = []
  for (const [kind, path] of [
    ['ADDENDUM', addendum],
    ['RECORD', record],
  ] as const) {
    if (path === undefined) continue
    const paper = newest && (await readPaper(context, newest.id, kind))
    if (!paper) throw new CommandError('Dokumen itu tidak ada.')
    await withNewFile(tools, path, (writeLines) => writeLines([paper]))
    written.push(`${path} ditulis.`)
  }
  const rows = await withSums(context.db, votes)
  const lines = rows.length > 0 ? rows.map(lineOf) : ['Belum ada pemungutan suara.']
  return { exit: 0 as const, lines: [...lines, ...written], data: { votes: rows } }
}

async function withSums(db: Queryable, votes: readonly VoteRow[]) {
  const rows = []
  for (const vote of votes) rows.push({ ...vote, ...(await sumsOf(db, vote.id)) })
  return rows
}

function lineOf(
  vote: VoteRow & { voted: number; agreed: number; lenders: number; lendersVoted: number },
): string {
  const { id, state, call: no, endsAt, voted, agreed, principal, lenders, lendersVoted, terms } = vote
  const of = `bersuara ${formatRupiah(voted)} dari ${formatRupiah(principal)} (${lendersVoted} dari ${lenders} Pemberi Dana), setuju ${formatRupiah(agreed)}`
  return `${id}  ${outcomeText(state)}, panggilan ${no}, sampai ${formatDateTimeLong(endsAt)}; berlaku sejak ${formatDateLong(terms.agreedOn)}; ${of}`
}

async function withdraw({ act }: CommandTools, voteId: string, reason: string) {
  const done = await act(withdrawVote, { voteId, reason })
  return {
    exit: 0 as const,
    lines: [
      `Pemungutan suara pinjaman ${done.loanNumber} ${done.changed ? 'ditarik kembali' : 'sudah ditarik kembali sebelumnya'}.`,
    ],
    data: done,
  }
}

type HeirsOptions = { phone: string; choice: 'setuju' | 'tidak'; document: string; documentFile: string }

function addHeirs(vote: Command, terminal: Terminal): void {
  addCommand(vote, {
    use: 'heirs <id>',
    description: 'mencatat suara ahli waris Pemberi Dana yang wafat dengan dokumennya',
    example:
      'loans vote heirs 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --phone 81234567890 --choice setuju --document "Surat 7/2026" --document-file letter.pdf',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana yang wafat', readPhone)
    .addOption(
      new Option('--choice <word>', 'pilihan ahli waris').choices(['setuju', 'tidak']).makeOptionMandatory(),
    )
    .requiredOption('--document <name>', 'nama dokumennya dalam arsip', readText(100))
    .requiredOption('--document-file <path>', 'dokumennya; SHA-256-nya dicatat')
    .action((id: string, options: HeirsOptions, command: Command) =>
      runCommand(terminal, command, async (tools) => {
        const { phone, choice, document, documentFile } = options
        const done = await tools.act(recordHeirsVote, {
          ...{
            voteId: readId(id),
            lenderId: await lenderOf(tools.context, phone),
            agrees: choice === 'setuju',
          },
          document: { name: document, sha256: await hashFile(documentFile) },
        })
        return {
          exit: 0 as const,
          lines: [`Suara ahli waris dicatat: ${done.agrees ? 'Setuju' : 'Tidak setuju'}.`],
          data: done,
        }
      }),
    )
}

function readPart(value: string): Part {
  const [, part, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []
  if (part === undefined) throw new InvalidArgumentError('Bukan pecahan, misalnya 2/3.')
  return { part: Number(part), of: Number(of) }
}

type RuleOptions = Partial<Omit<VoteRule, 'required'>> & { required?: 'yes' | 'no' }

function addRule(vote: Command, terminal: Terminal): void {
  addCommand(vote, {
    use: 'rule',
    description:
      'menampilkan aturan pemungutan suara; dengan pilihan, menetapkannya bagi yang dipanggil sejak sekarang',
    example: 'loans vote rule --required yes --quorum 1/2 --second-quorum 1/3 --majority 2/3 --days 14',
    writes: true,
  })
    .addOption(
      new Option('--required <word>', 'apakah ketentuan baru memerlukan pemungutan suara').choices([
        'yes',
        'no',
      ]),
    )
    .option('--quorum <part>', 'lebih dari bagian ini dari pokok harus bersuara', readPart)
    .option('--second-quorum <part>', 'paling sedikit bagian ini pada panggilan kedua', readPart)
    .option('--majority <part>', 'paling sedikit bagian ini dari yang bersuara harus setuju', readPart)
    .option('--days <count>', 'lama panggilan pertama', readCount(90))
    .option('--second-days <count>', 'lama panggilan kedua', readCount(90))
    .action((options: RuleOptions, command: Command) =>
      runCommand(terminal, command, (tools) => changeRule(tools, options)),
    )
}

const text = ({ part, of }: Part): string => `${part}/${of}`

async function changeRule(
  { act, context }: CommandTools,
  { required, quorum, secondQuorum, majority, days, secondDays }: RuleOptions,
) {
  const { version, rule } = await ruleInForce(context.db)
  const changes = {
    ...(required !== undefined && { required: required === 'yes' }),
    ...(quorum && { quorum }),
    ...(secondQuorum && { secondQuorum }),
    ...(majority && { majority }),
    ...(days !== undefined && { days }),
    ...(secondDays !== undefined && { secondDays }),
  }
  const isChanged = Object.keys(changes).length > 0
  const next = { ...rule, ...changes }
  const answer = isChanged ? await act(setVoteRule, next) : { version }
  return {
    exit: 0 as const,
    lines: [
      `Aturan versi ${answer.version}: ketentuan baru ${next.required ? 'memerlukan' : 'tidak memerlukan'} pemungutan suara; kuorum lebih dari ${text(next.quorum)}, panggilan kedua paling sedikit ${text(next.secondQuorum)}; setuju paling sedikit ${text(next.majority)}; ${next.days} hari, lalu ${next.secondDays} hari.`,
    ],
    data: { ...answer, rule: next },
  }
}
