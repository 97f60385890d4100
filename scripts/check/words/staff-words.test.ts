import { expect, test } from 'vitest'
import { findEnglish } from './staff-words.ts'

const found = (text: string) => findEnglish('a.ts', text).map(({ word, line }) => `${word} ${line}`)

test('OPS-08 an English sentence of a command is found in strings and templates', () => {
  expect(found("const a = 'list the draft'\nthrow new CommandError(`${a} is no file.`)")).toEqual([
    'the 1',
    'is 2',
  ])
  expect(found("const spec = { description: 'show it without names' }")).toEqual(['it 1'])
})

test('OPS-08 Indonesian, options, quotes, examples, SQL and what only developers read are not found', () => {
  expect(
    found(`
      const a = 'sebutkan --with-fee atau "the lender" <the> dari lender_id'
      const spec = { example: 'loans publish --reason "the day"', use: 'show <the>', limit: 'at most the total' }
      const sql = 'select id from loan where id = any($1)'
      const rows = many(db, 'loans.of_day', \`select count(*) as count from (\${of}) as until\`)
      throw new Error('there is no group')
      log.warn('a store is not reachable')
    `),
  ).toEqual([])
})
