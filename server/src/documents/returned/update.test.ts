import { PDFContext, PDFRef } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { SignatureFault } from '../signature/signed-data.ts'
import { readUpdate } from './update.ts'

const body = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n'
const shown = `${body}xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<</Size 2 /Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`

/** One object as it is written: `head` names it, `before` stands between it and the one before. */
type Written = { number: number; generation?: number; head?: string; text?: string; before?: string }
type Choices = {
  objects: Written[]
  /** Text before the table, the table’s sections, the trailer, and where the last lines say that the table is. */
  gap?: string
  sections?: (entries: string[]) => string
  trailer?: string
  start?: number
  behind?: string
}

/** The shown file with an update, valid unless something is chosen otherwise. */
function updated({ objects, gap = '', sections, trailer, start, behind = '' }: Choices): Buffer {
  let text = shown
  const entries = objects.map(
    ({ number, generation = 0, head, text: content = '\n<</A 1>>\nendobj\n', before = '' }) => {
      text += before
      const offset = text.length
      text += `${head ?? `${number} ${generation} obj`}${content}`
      return `${number} 1\n${entryOf(offset, generation)}`
    },
  )
  text += gap
  const table = text.length
  text += `xref\n${(sections ?? ((all) => all.join('')))(entries)}`
  text += trailer ?? `trailer\n${trailerOf()}\n`
  return Buffer.from(`${text}startxref\n${start ?? table}\n%%EOF\n${behind}`, 'latin1')
}
const entryOf = (offset: number, generation = 0, use = 'n'): string =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${use} \n`
const trailerOf = (more = '', { prev = body.length, root = '1 0 R' } = {}): string =>
  `<</Size 9 /Root ${root} /Prev ${prev}${more}>>`

function read(file: Buffer) {
  const context = PDFContext.create()
  context.trailerInfo.Root = PDFRef.of(1)
  context.trailerInfo.Info = PDFRef.of(2)
  const update = readUpdate(Buffer.from(shown, 'latin1'), file, context)
  return [...update].map(([ref, { object, start, end }]) => ({
    ref: ref.toString(),
    object: object.toString().replaceAll(/\s+/g, ' '),
    bytes: file.subarray(start, end).toString('latin1'),
  }))
}
const expectRefused = (choices: Choices, why: string) =>
  expect(() => read(updated(choices)), why).toThrow(new SignatureFault(why))
const one: Written = { number: 5 }

describe('DOOR-09 reading a valid PDF update', () => {
  test('objects are read with their bytes, in any order of the table and with white space between the objects', () => {
    const objects = [{ number: 5 }, { number: 6, generation: 2, text: ' [7]\nendobj\n', before: ' \t\r\n\n' }]
    const found = [
      { ref: '5 0 R', object: '<< /A 1 >>', bytes: '\n<</A 1>>\nendobj' },
      { ref: '6 2 R', object: '[ 7 ]', bytes: ' [7]\nendobj' },
    ]
    expect(read(updated({ objects }))).toEqual(found)
    expect(read(updated({ objects, sections: (all) => all.toReversed().join('') }))).toEqual(found)
    expect(read(updated({ objects, gap: '\n \n' }))).toEqual(found)
  })

  test('a section of the table may have several entries and the free entry of object 0', () => {
    const objects = [{ number: 1 }, { number: 2 }]
    const sections = (all: string[]) =>
      `0 3\n${entryOf(0, 65_535, 'f')}${all.map((entry) => entry.slice(entry.indexOf('\n') + 1)).join('')}`
    expect(read(updated({ objects, sections })).map(({ ref }) => ref)).toEqual(['1 0 R', '2 0 R'])
  })

  test('an update without objects is read as an empty list', () => {
    expect(read(updated({ objects: [] }))).toEqual([])
  })

  test.each([
    ['a name directly after its header', '/Done\nendobj\n', '/Done'],
    ['slashes in a string', '\n<</A (x/y\\)/z)>>\nendobj\n', '<< /A (x/y\\)/z) >>'],
    ['slashes in its stream', '\n<</Length 5>>\nstream\n/A /B\nendstream\nendobj\n', null],
  ])('an object is read when it has %s', (_, text, object) => {
    const [found] = read(updated({ objects: [{ number: 5, text }] }))
    expect(found?.ref).toBe('5 0 R')
    if (object) expect(found?.object).toBe(object)
  })

  test('the trailer may refer to the document information of the shown document, or leave it out', () => {
    for (const more of ['', ' /Info 2 0 R', ' /ID [<00> <00>]'])
      expect(read(updated({ objects: [one], trailer: `trailer\n${trailerOf(more)}\n` }))).toHaveLength(1)
  })
})

describe('DOOR-09 rejecting an invalid PDF update', () => {
  test('an update is rejected if other bytes stand before an object or before the table', () => {
    const between = 'there is something between the objects of the update'
    for (const before of ['%', 'x', ' 0 ', '5 0 obj\n1\nendobj\n']) {
      expectRefused({ objects: [{ number: 5, before }] }, between)
      expectRefused({ objects: [one, { number: 6, before }] }, between)
      expectRefused({ objects: [one], gap: before }, 'there is something before the table of the update')
    }
  })

  test('an update is rejected if an object stands inside another object', () => {
    const text = '\n(6 0 obj 1\nendobj )\nendobj\n'
    const inside = shown.length + '5 0 obj\n('.length
    expectRefused(
      { objects: [{ number: 5, text }], sections: (all) => `${all.join('')}6 1\n${entryOf(inside)}` },
      'there is something between the objects of the update',
    )
  })

  test('an update is rejected if its table lists an object twice', () => {
    expectRefused({ objects: [one, one] }, 'the update names object 5 twice')
  })

  test('an update is rejected if its startxref points into the shown document, or if its last lines are cut off or followed by more', () => {
    expectRefused({ objects: [one], start: body.length }, 'it ends with no update of its own')
    expectRefused({ objects: [one], start: shown.length - 1 }, 'it ends with no update of its own')
    const cut = 'it is cut off, or something stands behind its end'
    expectRefused({ objects: [one], behind: 'x' }, cut)
    const whole = updated({ objects: [one] })
    for (const end of ['F\n', '%%EOF\n'])
      expect(() => read(whole.subarray(0, -end.length))).toThrow(new SignatureFault(cut))
  })

  test('an update is rejected if its cross-reference table is missing, malformed or frees an object', () => {
    expectRefused(
      { objects: [one], start: shown.length },
      'its update does not go on with the kind of cross-reference that was shown',
    )
    const unreadable = 'the table of its update cannot be read'
    expectRefused({ objects: [one], sections: () => `5 1\n${'x'.repeat(20)}` }, unreadable)
    expectRefused({ objects: [one], sections: (all) => all.join('').replace('5 1', '5 2') }, unreadable)
    expectRefused(
      { objects: [one], sections: (all) => `${all.join('')}1 1\n${entryOf(0, 1, 'f')}` },
      'its update takes object 1 away',
    )
  })

  test('an update is rejected if an offset of its table does not lead to the header of the object', () => {
    for (const head of ['6 0 obj', '5 1 obj', '5 0 objx', 'x'])
      expectRefused({ objects: [{ number: 5, head }] }, 'object 5 is not where the table of the update says')
  })

  test('an update is rejected if an object has no endobj or cannot be parsed', () => {
    for (const end of ['\nendobjx\n', '\n', '\nx endobj\n'])
      expectRefused(
        { objects: [{ number: 5, text: `\n<</A 1>>${end}` }] },
        'object 5 of the update does not end',
      )
    expectRefused(
      { objects: [{ number: 5, text: '\n<</A >\nendobj\n' }] },
      'an object of the update cannot be read',
    )
  })

  test.each(['\n<</A 1 /A 2>>\nendobj\n', '\n<</Length 1 /A 1 /A 2>>\nstream\nx\nendstream\nendobj\n'])(
    'an update is rejected if a dictionary has a key twice (%j)',
    (text) =>
      expectRefused({ objects: [{ number: 5, text }] }, 'an object of the update says something twice'),
  )

  test.each([
    ['', 'its update has no trailer'],
    ['trailer\n[1]\n', 'the trailer of its update is none'],
    [`trailer\n${trailerOf()}\nx\n`, 'there is something behind the trailer of its update'],
    [`trailer\n${trailerOf(' /Encrypt 3 0 R')}\n`, 'the trailer of its update has /Encrypt'],
    [`trailer\n${trailerOf(' /XRefStm 3')}\n`, 'the trailer of its update has /XRefStm'],
    [`trailer\n${trailerOf('', { prev: 9 })}\n`, 'its update does not follow what was shown'],
    ['trailer\n<</Root 1 0 R>>\n', 'its update does not follow what was shown'],
    [`trailer\n${trailerOf('', { root: '3 0 R' })}\n`, 'its update has another catalog'],
    [`trailer\n<</Prev ${body.length}>>\n`, 'its update has another catalog'],
    [`trailer\n${trailerOf(' /Info 3 0 R')}\n`, 'its update has another description of the document'],
  ])('an update with the trailer %j is rejected: %s', (trailer, why) => {
    expectRefused({ objects: [one], trailer }, why)
  })
})
