import { type Command, InvalidArgumentError, Option } from 'commander'
import { beyondLaw, describeLimits } from '../limits/law.ts'
import { findRuleInForce, type KeptRule, listRules } from '../limits/rule-store.ts'
import { limitsOnDay, setLimits } from '../limits/set-limits.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDayOrToday, readPart, readPpm, readText } from '../../operator/values.ts'

/** A share in ppm, or the word that switches a limit off. */
type Share = number | 'off'

type SetOptions = {
  from: string
  reason: string
  professionalIncome?: Share
  nonProfessionalIncome?: Share
  lenderShare?: Share
  supervisedShare?: Share
  nonProfessionalShare?: Share
  incomeBorder?: number
  base?: number
  identity?: 'on' | 'off'
  yes?: boolean
}

/** `limits`: the limits on lenders' fundings, each with the date from which it applies. */
export function addLimits(limits: Command, terminal: Terminal): void {
  addCommand(limits, {
    use: 'show',
    description: 'menampilkan batas yang berlaku dan semua versinya',
    example: 'limits show',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, show))
  addCommand(limits, {
    use: 'set',
    description:
      'menyimpan versi baru batas; yang tidak disebut tetap seperti pada hari itu, atau menurut peraturan bila belum ada versi',
    example: 'limits set --from 2027-01-01 --non-professional-share 0.2 --reason "keputusan 7/2026"',
    writes: true,
  })
    .requiredOption('--from <date>', 'hari mulai berlakunya, YYYY-MM-DD atau today', readDayOrToday)
    .requiredOption('--reason <text>', 'alasan, untuk catatan', readText(200))
    .option(
      '--professional-income <fraction>',
      'dari penghasilan orang pribadi profesional, atau off',
      readShare,
    )
    .option('--non-professional-income <fraction>', 'dari penghasilan yang lain, atau off', readShare)
    .option(
      '--lender-share <fraction>',
      'dari sisa pendanaan platform bagi tiap Pemberi Dana, atau off',
      readShare,
    )
    .option('--supervised-share <fraction>', 'bagi tiap Pemberi Dana yang diawasi OJK, atau off', readShare)
    .option(
      '--non-professional-share <fraction>',
      'bagi seluruh Pemberi Dana nonprofesional, atau off',
      readShare,
    )
    .option('--income-border <rupiah>', 'profesional di atas penghasilan setahun ini', readAmount)
    .option(
      '--base <rupiah>',
      'selama sisa pendanaan platform kurang dari ini, bagiannya dihitung dari jumlah ini',
      readPart,
    )
    .addOption(
      new Option(
        '--identity <word>',
        'apakah usia atau status kawin dan pemeriksaan identitas diminta',
      ).choices(['on', 'off']),
    )
    .option('--yes', 'menegaskan batas yang melampaui peraturan')
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
}

/** Parses a fraction into ppm, or `off`. Throws on invalid input, because the option parser treats null as an error. */
function readShare(value: string): Share {
  if (value === 'off') return value
  try {
    return readPpm(value)
  } catch {
    throw new InvalidArgumentError(
      'Isinya off, atau pecahan dari 0 sampai 1 dengan paling banyak 6 desimal, misalnya 0.1.',
    )
  }
}

async function show({ context }: CommandTools) {
  const versions = await listRules(context.db)
  const current = await findRuleInForce(context.db)
  return {
    exit: 0 as const,
    lines: [
      ...(current ? [] : ['tidak ada batas yang berlaku']),
      ...versions.flatMap((rule) => [headOf(rule), ...describeRule(rule)]),
    ],
    data: { versions, inForce: current?.version ?? null },
  }
}

const headOf = ({ version, holdsFrom, inForce, reason, keptAt }: KeptRule): string =>
  `versi ${version} sejak ${holdsFrom}${inForce ? ', berlaku' : ''}: ${reason}, disimpan ${momentText(keptAt)}`

const describeRule = (rule: KeptRule): string[] => [
  ...describeLimits(rule).map((line) => `  ${line}`),
  `  profesional di atas penghasilan ${rule.incomeBorder}; bagian dari paling sedikit ${rule.baseOutstanding} sisa pendanaan`,
  ...beyondLaw(rule, rule.holdsFrom).map((clause) => `  melampaui peraturan: ${clause}`),
]

async function set({ context, act }: CommandTools, { from, reason, yes = false, ...options }: SetOptions) {
  const holdsFrom = from === 'today' ? null : from
  const before = await limitsOnDay(context.db, holdsFrom)
  const shareOr = (chosen: Share | undefined, kept: number | null) =>
    chosen === 'off' ? null : (chosen ?? kept)
  const done = await act(setLimits, {
    holdsFrom,
    reason,
    beyondLaw: yes,
    incomeBorder: options.incomeBorder ?? before.incomeBorder,
    professionalIncomePpm: shareOr(options.professionalIncome, before.professionalIncomePpm),
    nonProfessionalIncomePpm: shareOr(options.nonProfessionalIncome, before.nonProfessionalIncomePpm),
    lenderSharePpm: shareOr(options.lenderShare, before.lenderSharePpm),
    supervisedSharePpm: shareOr(options.supervisedShare, before.supervisedSharePpm),
    nonProfessionalSharePpm: shareOr(options.nonProfessionalShare, before.nonProfessionalSharePpm),
    baseOutstanding: options.base ?? before.baseOutstanding,
    asksIdentity: options.identity === undefined ? before.asksIdentity : options.identity === 'on',
  })
  return {
    exit: 0 as const,
    lines: [
      `versi ${done.version} batas berlaku sejak ${done.holdsFrom}`,
      ...done.beyondLaw.map((clause) => `melampaui peraturan: ${clause}`),
      ...done.replacedBy.map(
        ({ version, holdsFrom: day }) =>
          `versi ${version}, yang disimpan sebelumnya, menggantikannya sejak ${day}`,
      ),
    ],
    data: done,
  }
}
