import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FileMemory } from './names.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

const usedMiB = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

test('DOOR-14 values read from a file do not keep its read buffers in memory', () => {
  const memory = new FileMemory()
  const before = usedMiB()
  for (let block = 0; block < 1_500; block += 1) {
    const text = Buffer.from(`LOAN-NUMBER-${block};BORROWER-NUMBER-${block};Borrower of block ${block};Type`)
      .toString()
      .padEnd(65_536, 'x')
    const [loanNumber = '', borrowerNumber = '', borrowerName = ''] = text.slice(0, 80).split(';')
    memory.keepLoan(block, loanNumber)
    memory.keepNames(block, { borrowerNumber, borrowerName, loanType: text.slice(20, 60) })
  }
  expect(memory.loan('LOAN-NUMBER-7')).toBe(7)
  expect(memory.borrower('BORROWER-NUMBER-7')).toEqual({ line: 7, name: 'Borrower of block 7' })
  expect(usedMiB() - before).toBeLessThan(20)
})
