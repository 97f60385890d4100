import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTree, type TreeCopy } from './tree-copy.ts'

// Tests that each check of `npm run check` can fail: a violation is planted in a copy of the tree, and the check runs
// there.

let tree: TreeCopy
beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

function expectFailure(script: string, args: string[], words: (string | RegExp)[]): void {
  const { status, output } = tree.run(script, ...args)
  expect(status, output).toBe(1)
  for (const word of words) expect(output).toMatch(word)
}

describe('gates fail on planted violations', () => {
  test('`npm run format:check` fails on an unformatted file', () => {
    tree.write('contract/src/planted-format.ts', 'export const  planted = {a:1};\n')
    expectFailure('format:check', ['contract/src'], ['planted-format.ts', /would have printed/])
  })

  describe('lint', () => {
    // One run for all files, and with no other sources, because a run first builds the types of all.
    const bare = copyTree(
      /^\/(contract|server|web|sandbox|e2e|proof|bench|scripts|deploy|sample|docs)\/.*\/|\.tsx?$/,
    )
    afterAll(() => bare.remove())
    let output = ''
    beforeAll(() => {
      bare.write('server/src/planted-lint.ts', 'export function planted(): void {\n  Promise.resolve(1)\n}\n')
      bare.write(
        'web/src/planted-lint.tsx',
        `import { useState } from 'react'
export function Planted({ value }: { value: any }) {
  if (value) useState(1)
  return <img src="/planted.png" />
}
`,
      )
      const lines = (count: number) =>
        Array.from({ length: count }, (_, at) => `  seen.push(${at})`).join('\n')
      const branches = Array.from({ length: 20 }, (_, at) => `  if (n === ${at}) return ${at}`).join('\n')
      bare.write(
        'server/src/planted-long.ts',
        `export function long(seen: number[]): void {\n${lines(400)}\n}\n
export function winding(n: number): number {\n${branches}\n  return n\n}\n`,
      )
      bare.write('contract/src/planted-types.ts', "export const planted: number = 'one'\n")
      const result = bare.run(
        'lint',
        ...['server/src/planted-lint.ts', 'web/src/planted-lint.tsx', 'server/src/planted-long.ts'],
        'contract/src/planted-types.ts',
      )
      output = result.output
      expect(result.status, output).toBe(1)
    })

    test.each([
      ['a floating promise', ['no-floating-promises']],
      [
        '`any`, a conditional hook and an image without alternative text',
        ['no-explicit-any', 'rules-of-hooks', 'alt-text'],
      ],
      [
        'too long files and functions and too much complexity',
        ['max-lines)', 'max-lines-per-function', 'complexity'],
      ],
      ['a string assigned to a number', ['planted-types.ts', 'TS2322']],
    ])('`npm run lint` fails on %s', (_what, words) => {
      for (const word of words) expect(output).toMatch(word)
    })
  })

  test('`npm run dead` fails on an unused file and an unused export', () => {
    tree.write('server/src/planted-dead.ts', 'export const planted = 1\n')
    tree.append('server/src/platform/clock.ts', '\nexport const plantedExport = 1\n')
    expectFailure('dead', [], [/Unused files[^]*planted-dead\.ts/, /Unused exports[^]*plantedExport/])
  })

  test('`npm run generated` fails on a generated docs page that was edited by hand', () => {
    tree.append('docs/ledger.md', 'planted\n')
    expectFailure('generated', [], [/docs\/ledger\.md {2}differs/, 'npm run generate'])
  })

  test('`npm run docs` fails on a dead link, path, heading and npm script, an unknown requirement, an unlisted decision and too many words', () => {
    tree.write(
      'docs/planted.md',
      'See [this](nowhere.md), [that](ledger.md#no-such-heading), `server/src/nowhere.ts`; run `npm run nothing`.\n',
    )
    tree.write('docs/decisions/0002-planted.md', `# 0002 Planted\n\n${'word '.repeat(50_000)}\n`)
    tree.append('docs/decisions/README.md', '| [0002](0002-again.md) | Again | |\n')
    tree.append('docs/security/asvs.tsv', '99.1.1\t1\tNothing\topen\tMore\n')
    expectFailure(
      'docs',
      [],
      [
        /asvs\.tsv:255 {2}99\.1\.1 is no requirement of level 1 or 2/,
        /planted\.md:1 {2}the link nowhere\.md leads nowhere/,
        /docs\/ledger\.md has no heading #no-such-heading/,
        /there is no server\/src\/nowhere\.ts/,
        /there is no npm script nothing/,
        /0002-planted\.md is not in the index/,
        /all pages have \d+ words.*0002-planted/,
        /decision 0003 is missing or taken twice/,
      ],
    )
  })

  test('`npm run words` fails on a word that the glossary replaces, in a name and in a title', () => {
    tree.write(
      'server/src/planted-words.test.ts',
      "export const rehearsePlanted = 1\n\ntest('can rehearse', () => {})\n",
    )
    expectFailure('words', [], [/planted-words.test.ts:1 {2}"rehearse".*dry run/, /planted-words.test.ts:3/])
  })

  test('SCN-13 `npm run words` fails on a word that the glossary keeps from lenders, in a text of a screen', () => {
    tree.write('web/src/planted-screen.tsx', 'export const Planted = () => <p>Nama penerima dana</p>\n')
    expectFailure('words', [], [/planted-screen.tsx:1 {2}lenders read "Penerima Dana", not "penerima dana"/])
  })

  test('`npm run sabotages` fails on a sabotage whose text to replace does not occur exactly once in the source', () => {
    tree.append('server/src/cash/withdrawal/fee.ts', '// { fee: outbound.fees.external,\n')
    expectFailure('sabotages', [], [/fee\.ts {2}sabotage fee-not-taken: its text is found 2 times/])
  })

  test('`npm run money-commands` fails on a command that reaches a movement of the ledger and is not killed at its steps, and CON-01 on one of staff that says nothing of a second pair', () => {
    tree.write(
      'server/src/cash/deposit/planted-give.ts',
      `import { post } from '../../books/index.ts'
export const give = async (tx: never): Promise<void> => post(tx, {} as never)
`,
    )
    tree.write(
      'server/src/cash/deposit/planted-gift.ts',
      `import { mutation } from '../../platform/commands/command.ts'
import { give } from './planted-give.ts'
export const gift = mutation({ operation: 'plantedGift', permit: ['operator'], run: give })
export const rename = mutation({ operation: 'plantedRename', permit: ['operator'], withoutSecondPair: 'test', run: async () => ({ answer: {} }) })
export const grant = mutation({ operation: 'plantedGrant', permit: ['operator'], secondPair: true, run: async () => ({ answer: {} }) })
`,
    )
    tree.write(
      'server/demo/planted-demo.ts',
      `import { mutation } from '../src/platform/commands/command.ts'
export const demo = mutation({ operation: 'plantedDemo', permit: ['operator'], run: async () => ({ answer: {} }) })
`,
    )
    const { status, output } = tree.run('money-commands')
    expect(status, output).toBe(1)
    expect(output).toMatch(/planted-demo\.ts:2 {2}plantedDemo may be run by staff/)
    expect(output).toMatch(/planted-gift\.ts:3 {2}plantedGift moves money, and no verb/)
    expect(output).toMatch(
      /planted-gift\.ts:3 {2}plantedGift may be run by staff: beside permit it declares either secondPair/,
    )
    expect(output).toMatch(
      /planted-gift\.ts:5 {2}plantedGrant needs a second pair, and .*operations\.ts does not name it/,
    )
    expect(output).not.toContain('plantedRename')
  })

  test('SEC-02 `npm run regexes` fails on an expression of quadratic time, and not on one of linear time', () => {
    tree.write(
      'server/src/planted-regex.ts',
      'export const planted = [/\\s*,\\s*/, /^[a-z]{1,5}$/, /(a|a)*b/]\n',
    )
    // A verdict takes up to seconds; what `npm run check` has found good is not judged again.
    const memory = path.join(import.meta.dirname, '../../.cache/regexes.json')
    if (existsSync(memory)) tree.write('.cache/regexes.json', readFileSync(memory, 'utf8'))
    const { status, output } = tree.run('regexes')
    expect(status, output).toBe(1)
    expect(output).toContain('planted-regex.ts:1  /\\s*,\\s*/ takes 2nd degree polynomial time')
    expect(output).toContain('/(a|a)*b/ takes exponential time')
    expect(output).toContain('regexes: 2 found')
  })

  test('`npm run lockfile` fails on a foreign registry, a missing hash and a version range', () => {
    const lock = JSON.parse(readFileSync(path.join(tree.folder, 'package-lock.json'), 'utf8'))
    lock.packages['node_modules/zod'].resolved = 'https://packages.example/zod.tgz'
    delete lock.packages['node_modules/zod'].integrity
    tree.write('package-lock.json', JSON.stringify(lock))
    tree.write('bench/package.json', '{ "dependencies": { "zod": "^4.0.0" } }\n')
    expectFailure(
      'lockfile',
      [],
      [
        /node_modules\/zod does not come from/,
        /node_modules\/zod has no integrity/,
        /bench\/package\.json {2}zod is asked for as \^4\.0\.0/,
      ],
    )
  })
})
