import { readFileSync } from 'node:fs'
import path from 'node:path'
import { settings } from '../../../server/src/platform/settings/config.ts'
import { type ProductionRule, productionRules } from '../../../server/src/platform/settings/production.ts'
import { START_DEFAULTS, START_SETTINGS } from '../../start/settings.ts'
import { isNode, type Node, readSource, walk } from '../boundaries/source.ts'

const begin = '<!-- made by `npm run generate` from here -->'
const end = '<!-- to here -->'

/** What stands for no value, and in the column of production for no rule of its own. */
const nothing = '–'

/** Settings that share one comment. */
type Row = { names: string[]; meaning: string }

/** Generates docs/operating/settings.md: the existing page with a new table between its markers. */
export function settingsPage(root: string): string {
  const page = readFileSync(path.join(root, 'docs/operating/settings.md'), 'utf8')
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`settings.md has no ${begin} … ${end}`)
  return `${page.slice(0, before + begin.length)}\n\n${settingsTable(root)}\n\n${page.slice(after)}`
}

/** The table of the settings in the order of config.ts, and below them those of the start and the sandbox. */
export function settingsTable(root: string): string {
  const rows = settingFiles(root)
    .flatMap(readRows)
    .map(({ names, meaning }) => [
      names.map((name) => `\`${name}\``).join(', '),
      joined(names.map(defaultOf)),
      production(names),
      meaning,
    ])
  const ofStart = START_SETTINGS.map(({ setting, fallback, production: there, meaning }) => [
    setting.replace(/\w+…?/g, '`$&`'),
    fallback,
    there,
    meaning,
  ])
  const head = [
    ['variable', 'default', 'in production', 'meaning'],
    ['---', '---', '---', '---'],
  ]
  return [...head, ...rows, ...ofStart].map((cells) => cells.join(' | ')).join('\n')
}

/** The texts of the files of settings, in the order in which config.ts imports them. */
function settingFiles(root: string): string[] {
  const folder = path.join(root, 'server/src/platform/settings')
  const names = readFileSync(path.join(folder, 'config.ts'), 'utf8').matchAll(
    /'\.\/((?!production)[\w-]+\.ts)'/g,
  )
  return [...names].map(([, name = '']) => readFileSync(path.join(folder, name), 'utf8'))
}

/** Reads the settings in the order of the code, each with its own comment or the comment of its group. */
function readRows(code: string): Row[] {
  const { program, text } = readSource('settings.ts', code)
  const [object, ...all] = properties(program)
  const rows: Row[] = []
  let last = object?.end ?? 0
  for (const { name, start, end: stop } of all) {
    const comment = /\/\*\*([^]*?)\*\//.exec(text.slice(last, start))?.[1]
    last = stop
    const row = rows.at(-1)
    if (comment === undefined && row) row.names.push(name)
    else rows.push({ names: [name], meaning: asSentence(comment ?? '') })
  }
  return rows
}

/** The position of the settings object, as an entry without a name, and of each of its properties. */
function properties(program: Node): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = []
  walk(program, (node, [variable]) => {
    if (node.type !== 'ObjectExpression' || variable?.type !== 'VariableDeclarator') return
    const list = node['properties'] as Node[]
    found.push({ name: '', start: node.start, end: node.start })
    for (const property of list) {
      const key = property['key']
      if (isNode(key)) found.push({ name: String(key['name']), start: property.start, end: property.end })
    }
  })
  return found
}

const asSentence = (comment: string): string =>
  comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim()
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
    .replace(/\.$/, '')

/** The value that `npm start` sets, otherwise the app's default. */
function defaultOf(name: string): string {
  const given = START_DEFAULTS[name]
  if (given !== undefined) return given
  const schema = settings.shape[name as keyof typeof settings.shape]
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'none, it must be set'
  return written(data)
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return nothing
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.join(',')
  if (typeof value === 'object') return Object.values(value).join('/')
  const text = JSON.stringify(value).replace(/^"|"$/g, '').replaceAll('\\"', '"')
  return /["{]/.test(text) ? `\`${text}\`` : text
}

const joined = (texts: string[]): string => (new Set(texts).size === 1 ? (texts[0] ?? '') : texts.join(', '))

/** What production requires of these settings; equal rules are listed once. */
function production(names: string[]): string {
  const rules = names.map((name) => productionRules.find(({ setting }) => setting === name))
  const words = rules.map((rule) => (rule ? ruleInWords(rule) : nothing))
  const distinct = [...new Set(words)]
  if (distinct.length === 1) return words[0] ?? ''
  const namesOf = (one: string) => names.filter((_, place) => words[place] === one)
  return distinct
    .filter((one) => one !== nothing)
    .map(
      (one) =>
        `${one}: ${namesOf(one)
          .map((name) => `\`${name}\``)
          .join(', ')}`,
    )
    .join('; ')
}

function ruleInWords({ required, https, least, advised, otherwise }: ProductionRule): string {
  const parts: string[] = []
  if (required === true) parts.push('required')
  else if (required) parts.push(`required ${required.words}`)
  if (https) parts.push('https only')
  if (least !== undefined) parts.push(`${least} characters`)
  if (otherwise !== undefined) parts.push(otherwise)
  if (advised !== undefined) parts.push('advised')
  return parts.join(', ')
}
