import { type Command, Option } from 'commander'
import {
  isProfessional,
  type LenderKind,
  type LimitFacts,
  lenderKinds,
  limitsNow,
  readLimitFacts,
} from '../limits/index.ts'
import { type ClassVersion, classVersions, storeLenderClass } from '../profile/index.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { addImport } from '../../operator/file-source.ts'
import { lenderClassesFile } from './files.ts'
import { formatLimit } from './limit-lines.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type SetOptions = {
  phone: string
  kind: LenderKind
  income?: number
  supervised?: boolean
  since?: string
  evidence: string
  validUntil?: string
}

/** `lenders class`: the class of a lender, its evidence, and the resulting limits. */
export function addLenderClass(lenders: Command, terminal: Terminal): void {
  const group = addGroup(lenders, 'class', 'classes of lenders, which decide their limits')
  addCommand(group, {
    use: 'set',
    description: 'store the class of a lender; the versions before are kept',
    example:
      'lenders class set --phone 81234567890 --kind INDIVIDUAL --income 400000000 --evidence "SPT 2025, archive 17" --valid-until 2027-03-31',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .addOption(new Option('--kind <kind>', 'what the lender is').choices(lenderKinds).makeOptionMandatory())
    .option('--income <rupiah>', 'yearly income, of INDIVIDUAL and NON_RESIDENT', readAmount)
    .option('--supervised', 'supervised by OJK, of INSTITUTION and COMPANY')
    .option('--since <date>', 'since when it is so, YYYY-MM-DD; default: today', readDate)
    .requiredOption(
      '--evidence <text>',
      'the name of the evidence in the archive, no personal data',
      readText(100),
    )
    .option('--valid-until <date>', 'the last day on which the evidence counts, YYYY-MM-DD', readDate)
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
  addCommand(group, {
    use: 'show',
    description:
      'show the class of a lender with all its versions, and the limits with what may still be placed',
    example: 'lenders class show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addImport(group, terminal, {
    use: 'import <file>',
    description: 'store the classes of a file (docs/lender-class-file.md)',
    example: 'lenders class import classes.csv --dry-run --report refused.jsonl',
    kind: lenderClassesFile,
  })
}

async function set({ context, act }: CommandTools, { phone, ...options }: SetOptions) {
  const lenderId = await lenderOf(context, phone)
  const { version, changed } = await act(storeLenderClass, {
    lenderId,
    kind: options.kind,
    yearlyIncome: options.income ?? null,
    supervised: options.supervised ?? false,
    since: options.since ?? null,
    evidence: options.evidence,
    validUntil: options.validUntil ?? null,
  })
  const line = changed
    ? `lender ${lenderId} is ${options.kind} by version ${version} of their class`
    : `lender ${lenderId} has this class already, version ${version}`
  return { exit: 0 as const, lines: [line], data: { lenderId, version, changed } }
}

async function show({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const versions = await classVersions(context.db, lenderId)
  const facts = await readLimitFacts(context, lenderId)
  const limits = facts ? await limitsNow(context, facts) : []
  return {
    exit: 0 as const,
    lines: [
      ...(versions.length === 0 ? [`no class of lender ${lenderId} is kept`] : []),
      ...versions.map((version) => formatVersion(version, facts)),
      ...(facts === null ? ['no limits are in force'] : []),
      ...limits.map(
        (limit) => `${formatLimit(limit)}, ${Math.max(0, limit.most - limit.used)} may still be placed`,
      ),
    ],
    data: { lenderId, versions, limitVersion: facts?.rule.version ?? null, limits },
  }
}

/**
 * Describes a version. Whether the lender is professional is left out without a limit rule in force, because that rule
 * defines it.
 */
function formatVersion(version: ClassVersion, facts: LimitFacts | null): string {
  const { kind, yearlyIncome, supervised, since, evidence, validUntil, expired, keptAt } = version
  const word = facts && (isProfessional(version, facts.rule) ? ', professional' : ', non-professional')
  return [
    `version ${version.version}: ${kind}${word ?? ''}${supervised ? ', supervised by OJK' : ''} since ${since}`,
    ...(yearlyIncome === null ? [] : [`income ${yearlyIncome} a year`]),
    `evidence ${evidence}${validUntil === null ? '' : ` valid until ${validUntil}${expired ? ' (EXPIRED)' : ''}`}`,
    `kept ${keptAt.toISOString()}`,
  ].join(', ')
}
