import { type Command, Option } from 'commander'
import { isProfessional, type LenderKind, lenderKinds } from '../limits/rule.ts'
import { type LimitFacts, readLimitFacts } from '../limits/facts.ts'
import { limitsNow } from '../limits/check.ts'
import { listEndingEvidence } from '../profile/ending-evidence.ts'
import { type ClassVersion, classVersions, storeLenderClass } from '../profile/lender-class.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addImport } from '../../operator/file-source.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { lenderClassesFile } from './files.ts'
import { formatLimit } from './limit-lines.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readDigits, readPhone, readText } from '../../operator/values.ts'
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
  const group = addGroup(lenders, 'class', 'kelas Pemberi Dana, yang menentukan batasnya')
  addCommand(group, {
    use: 'set',
    description: 'menyimpan kelas Pemberi Dana; versi-versi sebelumnya disimpan',
    example:
      'lenders class set --phone 81234567890 --kind INDIVIDUAL --income 400000000 --evidence "SPT 2025, arsip 17" --valid-until 2027-03-31',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .addOption(new Option('--kind <kind>', 'kelas Pemberi Dana').choices(lenderKinds).makeOptionMandatory())
    .option('--income <rupiah>', 'penghasilan setahun, bagi INDIVIDUAL dan NON_RESIDENT', readAmount)
    .option('--supervised', 'diawasi OJK, bagi INSTITUTION dan COMPANY')
    .option('--since <date>', 'sejak kapan demikian, YYYY-MM-DD; bawaan: hari ini', readDate)
    .requiredOption('--evidence <text>', 'nama bukti dalam arsip, tanpa data pribadi', readText(100))
    .option('--valid-until <date>', 'hari terakhir bukti berlaku, YYYY-MM-DD', readDate)
    .action((options: SetOptions, command: Command) =>
      runCommand(terminal, command, (tools) => set(tools, options)),
    )
  addCommand(group, {
    use: 'show',
    description:
      'menampilkan kelas Pemberi Dana dengan semua versinya, dan batasnya dengan yang masih boleh didanai',
    example: 'lenders class show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addPageOptions(
    addCommand(group, {
      use: 'list',
      description: 'Pemberi Dana yang bukti kelasnya berakhir dalam 30 hari atau sudah berakhir',
      example: 'lenders class list',
      writes: false,
    }),
    readDigits(1, 16),
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult(
        'classes',
        await listEndingEvidence(context.db, options),
        ({ phone, name, kind, evidence, validUntil }) =>
          `${phone}  ${name}  ${kind}, "${evidence}" sampai ${validUntil}`,
      ),
    ),
  )
  addImport(group, terminal, {
    use: 'import <file>',
    description: 'menyimpan kelas-kelas dari sebuah berkas (docs/lender-class-file.md)',
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
    ? `Pemberi Dana ${lenderId} adalah ${options.kind} menurut versi ${version} kelasnya`
    : `Pemberi Dana ${lenderId} sudah memiliki kelas ini, versi ${version}`
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
      ...(versions.length === 0 ? [`tidak ada kelas Pemberi Dana ${lenderId} yang tercatat`] : []),
      ...versions.map((version) => formatVersion(version, facts)),
      ...(facts === null ? ['tidak ada batas yang berlaku'] : []),
      ...limits.map(
        (limit) => `${formatLimit(limit)}, ${Math.max(0, limit.most - limit.used)} masih boleh didanai`,
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
  const word = facts && (isProfessional(version, facts.rule) ? ', profesional' : ', nonprofesional')
  return [
    `versi ${version.version}: ${kind}${word ?? ''}${supervised ? ', diawasi OJK' : ''} sejak ${since}`,
    ...(yearlyIncome === null ? [] : [`penghasilan ${yearlyIncome} setahun`]),
    `bukti ${evidence}${validUntil === null ? '' : ` berlaku sampai dengan ${validUntil}${expired ? ' (SUDAH LEWAT)' : ''}`}`,
    `disimpan ${momentText(keptAt)}`,
  ].join(', ')
}
