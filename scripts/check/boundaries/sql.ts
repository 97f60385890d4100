import path from 'node:path'
import { type Finding, lineAt } from '../findings.ts'
import { isTest } from './layers.ts'
import { isNode, type Node, type Source, walk } from './source.ts'

const statement =
  /^\s*(select|with|insert\s+into|update|delete\s+from|truncate|create|drop|alter|grant|lock\s+table)\s/i
const moneyWrite =
  /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?(account|transfer|hold)\b/i

/**
 * The read models. They are read for what a lender is shown, and decisions about money must not depend on them. The
 * concentration of a portfolio warns and refuses nothing; the funded offers only leave loans out of a list, its counts
 * and the matches of saved searches. The limits of lenders are the one exception that decides, with an invariant of its
 * own (docs/decisions/0033-limits-of-lenders.md).
 */
const readModels =
  /\b(from|join|into|update)\s+(portfolio_(row|standing|total|borrower|borrower_due|mix)|history_(row|day))\b/i
const readers =
  /^server\/src\/(reports\/(portfolio|transactions|insight|archive)|cash\/tax\/installments\.ts|lenders\/(profile\/summary|limits\/facts)\.ts|audit\/books|funding\/(concentration\/portfolio-parts|marketplace\/funded-offers)\.ts)/

/** The functions that send SQL to the database. */
const senders = new Set(['many', 'maybe', 'one', 'run', 'query'])
/** The functions that write SQL: the driver's for an identifier, and those of `platform/db/rows.ts`, which check the names. */
const writers = new Set(['escapeIdentifier', 'columnNames', 'placeholders', 'unnestRows'])
/** Those that take the name of the statement before its text. */
const namers = new Set(['many', 'maybe', 'one', 'run'])

/** Files in which SQL is composed from parts, each with the reason why that is allowed. */
const excused: Record<string, string> = {
  'server/src/audit/books/audit.ts': 'wraps the constant question of an invariant in a limit',
  'server/src/funding/marketplace/choosing/page-statements.ts':
    'writes one statement for each order, of constants alone',
  'server/src/funding/marketplace/choosing/count-statements.ts':
    'writes one statement for each range, of constants alone',
  'server/src/audit/books/quality-invariants.ts':
    'asks about each of several past days what another room asks about one',
  'server/src/audit/books/company-invariants.ts':
    'asks the same of several columns and times, whose names are constants',
  'server/src/audit/books/since.ts': 'narrows the constant questions of invariants to what has changed',
  'server/src/audit/books/document-invariants.ts':
    'asks by the characters of our typefaces, which only their files know',
  'server/src/platform/approvals/decision.ts':
    'is one engine over the tables of two bodies, whose names are constants',
  'server/src/platform/commands/propose.ts':
    'is one engine over the tables of two bodies, whose names are constants',
  'server/src/lenders/auth/store.ts': 'reads the roles of a member by a column, whose name is a constant',
  'server/src/lenders/company/store.ts': 'reads the roles of a member by a column, whose name is a constant',
  'server/src/lenders/company/proposals.ts': 'writes one statement for each list, of constants alone',
  'server/src/lenders/profile/personal-columns.ts': 'encrypts the columns of a table of constants',
  'server/src/audit/books/watermark.ts': 'counts the rows of tables whose names are constants',
}

/**
 * Finds SQL that contains values, SQL outside ledger/ that changes the tables of money, and SQL outside the folders of
 * the dashboard that reads its read models.
 * @param sources all files, for the constants that one imports from another
 */
export function checkSql(source: Source, sources: ReadonlyMap<string, Source>): Finding[] {
  const { file, program, text } = source
  if (!/^server\/(src|demo)\//.test(file) || isTest(file)) return []
  const constants = constantTexts(source, sources)
  const findings: Finding[] = []
  const found = (node: Node, message: string) =>
    findings.push({ file, line: lineAt(text, node.start), message })
  walk(program, (node, above) => {
    const words = writtenText(node)
    for (const message of forbiddenTables(words ?? '', file)) found(node, message)
    if (file in excused) return
    const sent = isSent(node, above)
    if (node.type === 'TemplateLiteral' && (sent || statement.test(words ?? ''))) {
      for (const part of node['expressions'] as Node[]) {
        if (!isConstant(part, constants)) {
          found(part, `a value inside SQL: pass ${text.slice(part.start, part.end)} as a parameter ($1)`)
        }
      }
    }
    if (node.type === 'BinaryExpression' && sent && !isConstant(node, constants)) {
      found(node, 'SQL is added together here: pass values as parameters ($1)')
    }
  })
  return findings
}

/** The violations in a text because of the tables that it names. */
function* forbiddenTables(words: string, file: string): Generator<string> {
  if (moneyWrite.test(words) && !file.startsWith('server/src/books/ledger/'))
    yield 'only ledger/ changes the tables account, transfer and hold'
  if (readModels.test(words) && !readers.test(file))
    yield 'only the dashboard reads the read models: nothing here may decide by them'
}

/**
 * Finds statements whose name is not `district.room.question`. Slow statements, fail points and prepared statements are
 * found by this name, and PostgreSQL cuts it after 63 characters.
 */
export function checkStatementNames(source: Source): Finding[] {
  const { file, program, text } = source
  if (!file.startsWith('server/src/') || isTest(file)) return []
  const rooms = file.split('/').slice(2, -1).slice(0, 2).join('.')
  const findings: Finding[] = []
  walk(program, (node) => {
    for (const name of namesIn(node)) {
      const written = writtenText(name)?.replaceAll(' ? ', 'x')
      const question = written?.startsWith(`${rooms}.`) ? written.slice(rooms.length + 1) : ''
      if (written === undefined || (/^[a-z\d_]+$/i.test(question) && written.length < 63)) continue
      const message = `the statement ${written} is to be named ${rooms}.question, in at most 62 characters`
      findings.push({ file, line: lineAt(text, name.start), message })
    }
  })
  return findings
}

/** The expressions that name a statement: the second argument of a sender, or `name` beside `text`. */
function namesIn(node: Node): Node[] {
  if (node.type === 'CallExpression' && namers.has(calleeName(node))) {
    const name = (node['arguments'] as Node[])[1]
    if (name?.type === 'ConditionalExpression') return [name['consequent'], name['alternate']] as Node[]
    return name ? [name] : []
  }
  if (node.type !== 'ObjectExpression') return []
  const properties = node['properties'] as Node[]
  const valueOf = (name: string) => properties.find(({ key }) => nameOf(key) === name)?.['value']
  const name = valueOf('name')
  return isNode(name) && valueOf('text') !== undefined ? [name] : []
}

/** The text of a literal, or the fixed parts of a template. Null for anything else. */
function writtenText(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { raw: string } }[]).map((part) => part.value.raw).join(' ? ')
}

/** Whether a node is passed to a function that sends SQL, directly or as the `text` of a statement. */
function isSent(node: Node, [parent, object, call]: readonly Node[]): boolean {
  if (parent?.type === 'CallExpression') return parent['callee'] !== node && senders.has(calleeName(parent))
  if (parent?.type !== 'Property' || parent['value'] !== node) return false
  const name = nameOf(parent['key'])
  return (
    name === 'sql' ||
    (name === 'text' &&
      object !== undefined &&
      call?.type === 'CallExpression' &&
      senders.has(calleeName(call)))
  )
}

function calleeName(call: Node): string {
  const callee = call['callee'] as Node
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee)
}

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''

/** A cache, so that each module is read once, however many modules import it. */
const known = new WeakMap<Source, Set<string>>()

/** The names of constants of the module that are plain text: its own, imported and re-exported ones. */
function constantTexts(source: Source, sources: ReadonlyMap<string, Source>): Set<string> {
  const before = known.get(source)
  if (before) return before
  const constants = new Set<string>()
  known.set(source, constants)
  for (const { specifier, names, typeOnly } of source.imports) {
    const from = sources.get(path.posix.join(path.posix.dirname(source.file), specifier))
    if (!from || typeOnly) continue
    const theirs = constantTexts(from, sources)
    for (const { imported, local } of names) if (theirs.has(imported)) constants.add(local)
  }
  for (const item of source.program['body'] as Node[]) {
    const declaration = item.type === 'ExportNamedDeclaration' ? item['declaration'] : item
    if (!isNode(declaration) || declaration['kind'] !== 'const') continue
    for (const { id, init } of declaration['declarations'] as { id: Node; init: Node | null }[]) {
      if (init && isConstant(init, constants)) constants.add(nameOf(id))
    }
  }
  return constants
}

function isConstant(node: Node, constants: ReadonlySet<string>): boolean {
  if (node.type === 'Literal') return typeof node['value'] === 'string'
  if (node.type === 'Identifier') return constants.has(String(node['name']))
  if (node.type === 'TemplateLiteral') {
    return (node['expressions'] as Node[]).every((part) => isConstant(part, constants))
  }
  if (node.type === 'BinaryExpression') {
    return isConstant(node['left'] as Node, constants) && isConstant(node['right'] as Node, constants)
  }
  return node.type === 'CallExpression' && writers.has(calleeName(node))
}
