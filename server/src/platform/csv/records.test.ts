import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvRecord, readRecords } from './records.ts'

async function* of(text: string) {
  yield Buffer.from(text)
}

async function read(lines: readonly string[]): Promise<CsvRecord[]> {
  const batches: CsvRecord[][] = []
  const input = of(`a,b\n${lines.join('\n')}\n`)
  for await (const batch of readRecords(input, { chooseDelimiter: () => ',' })) batches.push(batch)
  return batches.flat().slice(1)
}

test('DOOR-14 a line is read the same alone and among others, whatever quotes stand in it', async () => {
  const piece = fc.constantFrom('"', '""', ',', ' ', 'a', 'Rp1', 'é', '\\', '"a"', '""""')
  const line = fc
    .array(piece, { minLength: 1, maxLength: 10 })
    .map((pieces) => pieces.join(''))
    .filter((text) => text.split('"').length % 2 === 1)
  const wellFormed = fc.constantFrom('1,2', '"1,2"', '1,"2"', '"1""","2"')
  const lines = fc.array(fc.oneof({ arbitrary: wellFormed, weight: 4 }, line), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(lines, async (all) => {
      const alone = await Promise.all(all.map((one) => read([one])))
      const expected = alone.flatMap((records, at) =>
        records.map((record) => ({ ...record, line: at + record.line })),
      )
      expect(await read(all)).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('DOOR-14 a record over two lines is read among faulty ones, each with the number of its first line', async () => {
  expect(await read(['1,2', '"1', '2",3', 'a"b",2', '', '4,"5"'])).toEqual([
    { line: 2, cells: ['1', '2'] },
    { line: 3, cells: ['1\n2', '3'] },
    { line: 5, fault: expect.stringContaining('beri kutip pada seluruh sel') },
    { line: 7, cells: ['4', '5'] },
  ])
})
