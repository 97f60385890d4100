import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../../server/src/platform/settings/config.ts'
import { productionRules } from '../../../server/src/platform/settings/production.ts'
import { settingsTable } from './settings.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const table = settingsTable(root)
/** Variables of the machine, not of the product. */
const notOurs = ['PATH', 'HOME', 'npm_execpath', 'NODE_OPTIONS']

test('DOOR-02 the settings page in the docs lists every setting with its meaning and its production rule', () => {
  for (const name of Object.keys(settings.shape)) expect(table).toContain(`\`${name}\``)
  for (const row of table.split('\n')) {
    const cells = row.split(/(?<!\\) \| /)
    expect(cells, row).toHaveLength(4)
    for (const cell of cells) expect(cell.replace(/^\| | \|$/g, '').trim(), row).not.toBe('')
  }
})

test('DOOR-02 every production rule of a setting names an existing setting', () => {
  const names = new Set(Object.keys(settings.shape))
  expect(productionRules.filter(({ setting }) => !names.has(setting))).toEqual([])
})

test('the settings page in the docs lists every environment variable that start and sandbox read', () => {
  const files = readdirSync(path.join(root, 'scripts/start')).filter((name) =>
    /(?<!test|fake-product)\.ts$/.test(name),
  )
  const code = [...files.map((name) => `scripts/start/${name}`), 'sandbox/src/config.ts'].map(read).join('\n')
  const used = [
    ...code.matchAll(
      /\benv\.([A-Z][A-Z_]+)|(?:whole|required|origin|address|readPort)\((?:env, )?'([A-Z_]+)'/g,
    ),
  ]
  const names = new Set(used.map(([, one, other]) => one ?? other ?? ''))
  expect(names.size).toBeGreaterThan(15)
  const unknown = [...names].filter(
    (name) => !notOurs.includes(name) && !name.startsWith('SANDBOX_BANK_') && !table.includes(`\`${name}\``),
  )
  expect(unknown).toEqual([])
})
