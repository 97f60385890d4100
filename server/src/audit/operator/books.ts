import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type Breach, type Inspection, inspectBooks, markBooks } from '../books/index.ts'
import { listWaiting, waitingByKind } from '../check/index.ts'
import { clearingPositions } from '../../books/index.ts'
import { auditFrom, keep, readKept } from './audit-since.ts'
import {
  addGroup,
  addCommand,
  CommandError,
  type CommandResult,
  type CommandTools,
  runCommand,
} from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `books audit`: every invariant of the books, over one snapshot. Exit 1 when one is broken. */
export function addBooks(program: Command, terminal: Terminal): void {
  const books = addGroup(program, 'books', 'the ledger')
  addCommand(books, {
    use: 'audit',
    description:
      'check every ledger invariant (docs/ledger.md), the audit chain with its keys, and its signed heads; exit 1 if one is violated',
    example: 'books audit --anchor /mnt/evidence/pematang-audit.jsonl',
    writes: true,
    withoutDryRun: 'it only reads the books, and writes nothing but the file of --since-last',
  })
    .addOption(
      new Option(
        '--anchor <file>',
        'compare the audit trail with the signed heads in this file; default: AUDIT_ANCHOR_FILE',
      ),
    )
    .addOption(
      new Option(
        '--since-last <file>',
        'check only accounts and loans changed since the last audit with this file; a full audit if the file is missing or its full audit is a day old',
      ),
    )
    .action((options: { anchor?: string; sinceLast?: string }, command: Command) =>
      runCommand(terminal, command, (tools) =>
        options.sinceLast === undefined
          ? auditTheBooks(tools, options)
          : auditChanges(tools, options.sinceLast, options),
      ),
    )
  addCommand(books, {
    use: 'waiting',
    description:
      'everything that waits, by kind with the age of the oldest, and the balances of clearing accounts; with --kind one by one, exit 1 if a job is missing or dead',
    example: 'books waiting --kind withdrawal.follow',
    writes: false,
  })
    .option('--kind <kind>', `one kind, the ${oldestShown} oldest`)
    .action(({ kind }: { kind?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => showWaiting(tools, kind)),
    )
}

const oldestShown = 100

/** Prints all waiting items, by kind or one by one, and the clearing accounts with a balance. */
async function showWaiting(
  { context: { db } }: CommandTools,
  kind: string | undefined,
): Promise<CommandResult> {
  const age = (seconds: number) =>
    seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
  if (kind !== undefined) {
    const waiting = await listWaiting(db, { kind, limit: oldestShown })
    return {
      exit: waiting.some(({ job }) => job === 'dead' || job === 'none') ? 1 : 0,
      lines: waiting.map(
        ({ what, seconds, job }) =>
          `${kind}  ${JSON.stringify(what)} for ${age(seconds)}${job === null ? '' : `, job ${job}`}`,
      ),
      data: { waiting },
    }
  }
  const [kinds, clearing] = [await waitingByKind(db), await clearingPositions(db)]
  return {
    exit: 0,
    lines: [
      ...kinds.map((one) => `${one.kind}  ${one.waiting}, the oldest for ${age(one.oldestSeconds)}`),
      ...clearing
        .filter(({ open }) => open > 0)
        .map((one) => `${one.kind}  ${one.balance} rupiah, the oldest item for ${one.age} days`),
    ],
    data: { kinds, clearing },
  }
}

/** Audits continuously (--watch): the changes every minute, and everything once a day. */
async function auditChanges(
  tools: CommandTools,
  file: string,
  options: { anchor?: string },
): Promise<CommandResult> {
  const { context } = tools
  const now = context.clock.now()
  const kept = await readKept(file, now)
  const breaches = kept && (await auditFrom(context, kept, file))
  if (kept === null || breaches === null) {
    const watermark = await markBooks(context.db)
    const result = await auditTheBooks(tools, options)
    if (result.exit === 0) await keep(file, { ...watermark, wholeAt: now.toISOString() })
    return result
  }
  const whole = breaches.length === 0
  const verdict = `What changed since the last audit is whole; all of the books were audited at ${kept.wholeAt}.`
  return {
    exit: whole ? 0 : 1,
    lines: whole ? [verdict] : breaches.map(describeBreach),
    data: { whole, breaches, since: kept.transaction, wholeAt: kept.wholeAt },
  }
}

const describeBreach = ({ invariant, holds, row }: Breach): string =>
  `${invariant} broken (${holds}): ${JSON.stringify(row)}`

async function auditTheBooks(
  { context }: CommandTools,
  { anchor }: { anchor?: string },
): Promise<CommandResult> {
  const keys = context.auditKeys()
  const file = anchor ?? context.config.AUDIT_ANCHOR_FILE
  const anchors = file === null ? undefined : await linesOf(file, anchor !== undefined)
  const inspection = await inspectBooks(context.db, { keys, anchors })
  const { breaches, chain } = inspection
  const whole = breaches.length === 0
  const checkedInPart = chain.unchecked > 0
  const verdict = checkedInPart
    ? 'The books are whole as far as they could be checked.'
    : 'The books are whole.'
  return {
    exit: whole ? 0 : 1,
    lines: [...(whole ? [verdict] : breaches.map(describeBreach)), ...describeChain(inspection)],
    data: {
      whole,
      breaches,
      chain: {
        links: chain.links,
        keyed: chain.keyed,
        keyedFrom: chain.keyedFrom,
        unchecked: chain.unchecked,
      },
      anchors: inspection.anchors && {
        compared: inspection.anchors.anchors,
        newest: inspection.anchors.newest && {
          at: inspection.anchors.newest.at,
          seq: inspection.anchors.newest.seq,
        },
        signaturesChecked: inspection.anchors.verified,
      },
    },
  }
}

/** Describes how much of the audit trail was checked. */
function describeChain({ chain, anchors }: Inspection): string[] {
  const { links, keyed, keyedFrom, unchecked, retired } = chain
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
  const lines =
    unchecked > 0
      ? [
          `Audit trail: ${rows(unchecked)} from row ${keyedFrom} on are sealed with a key and were NOT checked, because AUDIT_KEY_FILE is not set; only ${rows(links - keyed)} without a key were.`,
        ]
      : [
          `Audit trail: ${rows(links)} sealed, ${keyed} of them with a key${keyedFrom === null ? '' : ` (from row ${keyedFrom} on)`}.` +
            (keyed < links ? ' What has no key can be sealed anew by whoever has the database.' : ''),
        ]
  if (retired > 0) lines.push(`Audit trail: ${rows(retired)} before were retired.`)
  if (anchors === null)
    return [...lines, 'Signed heads: none was compared (--anchor FILE), so a cut end would not show.']
  const { anchors: count, newest, verified } = anchors
  const signatures = verified ? '' : '; their signatures were NOT checked, because AUDIT_KEY_FILE is not set'
  return [
    ...lines,
    `Signed heads: ${count} compared, the newest of ${newest?.at ?? 'no time'} at row ${newest?.seq ?? 0}${signatures}.`,
  ]
}

/** The lines of an anchor file. Only the configured file may be missing, because it may not exist yet. */
async function linesOf(file: string, asked: boolean): Promise<string[] | undefined> {
  try {
    return (await readFile(file, 'utf8')).split('\n')
  } catch (error) {
    if (!asked && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError(`The signed heads in ${file} cannot be read.`, { cause: error })
  }
}
