import { expect, test } from 'vitest'
import { carriedOut, Waiting } from './proposed.ts'

test('COM-03 an answer that names a proposal is a call that waits, with the sentence for the screen', () => {
  const answer = { code: 'PROPOSED', message: 'Usulan nomor 7 menunggu.', proposal: 7, requestId: 'a' }
  const thrown = (() => {
    try {
      return carriedOut(answer)
    } catch (error) {
      return error
    }
  })()
  expect(thrown).toBeInstanceOf(Waiting)
  expect(thrown).toMatchObject({ code: 'PROPOSED', message: 'Usulan nomor 7 menunggu.', proposal: 7 })
})

test.each([[{ selectionId: 'a', list: [] }], [{ message: 'success' }], [null], [undefined]])(
  'COM-03 the ordinary answer %j of a call is passed on',
  (answer) => {
    expect(carriedOut<unknown>(answer)).toBe(answer)
  },
)
