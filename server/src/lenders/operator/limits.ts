import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  beyondLaw,
  describeLimits,
  findRuleInForce,
  type KeptRule,
  limitsOnDay,
  listRules,
  setLimits,
} from '../limits/index.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
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
export function addLimits(program: Command, terminal: Terminal): void {
  const limits = addGroup(program, 'limits', 'the limits of what lenders may place')
  addCommand(limits, {
    use: 'show',
    description: 'show the limits in force and all their versions',
    example: 'limits show',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, show))
  addCommand(limits, {
    use: 'set',
    description:
      'store another version of the limits; what is left out stays as it is on that day, or as the law has it where no version is kept',
    example: 'limits set --from 2027-01-01 --non-professional-share 0.2 --reason "decision 7/2026"',
    writes: true,
  })
    .requiredOption('--from <date>', 'the day from which they hold, YYYY-MM-DD or today', readDayOrToday)
    .requiredOption('--reason <text>', 'why, for the record', readText(200))
    .option(
      '--professional-income <fraction>',
      'of the income of professional individuals, or off',
      readShare,
    )
    .option('--non-professional-income <fraction>', 'of the income of the others, or off', readShare)
    .option('--lender-share <fraction>', 'of the platform’s outstanding for each lender, or off', readShare)
    .option('--supervised-share <fraction>', 'for each lender supervised by OJK, or off', readShare)
    .option('--non-professional-share <fraction>', 'for all non-professional lenders, or off', readShare)
    .option('--income-border <rupiah>', 'professional above this yearly income', readAmount)
    .option('--base <rupiah>', 'while less is outstanding on the platform, the shares are of this', readPart)
    .addOption(
      new Option(
        '--identity <word>',
        'whether age or marriage and a check of the identity are asked for',
      ).choices(['on', 'off']),
    )
    .option('--yes', 'confirm limits beyond the law')
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
      'It must be off, or a fraction from 0 to 1 with at most 6 decimals, e.g. 0.1.',
    )
  }
}

async function show({ context }: CommandTools) {
  const versions = await listRules(context.db)
  const current = await findRuleInForce(context.db)
  return {
    exit: 0 as const,
    lines: [
      ...(current ? [] : ['no limits are in force']),
      ...versions.flatMap((rule) => [headOf(rule), ...describeRule(rule)]),
    ],
    data: { versions, inForce: current?.version ?? null },
  }
}

const headOf = ({ version, holdsFrom, inForce, reason, keptAt }: KeptRule): string =>
  `version ${version} from ${holdsFrom}${inForce ? ', in force' : ''}: ${reason}, kept ${keptAt.toISOString()}`

const describeRule = (rule: KeptRule): string[] => [
  ...describeLimits(rule).map((line) => `  ${line}`),
  `  professional above an income of ${rule.incomeBorder}; shares of at least ${rule.baseOutstanding} outstanding`,
  ...beyondLaw(rule, rule.holdsFrom).map((clause) => `  beyond the law: ${clause}`),
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
      `version ${done.version} of the limits holds from ${done.holdsFrom}`,
      ...done.beyondLaw.map((clause) => `beyond the law: ${clause}`),
      ...done.replacedBy.map(
        ({ version, holdsFrom: day }) => `version ${version}, kept before, replaces it from ${day}`,
      ),
    ],
    data: done,
  }
}
