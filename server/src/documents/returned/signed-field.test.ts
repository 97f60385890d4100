import { PDFDict, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { beforeEach, describe, expect, test } from 'vitest'
import { SignatureFault } from '../signature/signed-data.ts'
import type { SignaturePlace } from './changes.ts'
import {
  name,
  pictureRef,
  SigningUpdate,
  widgetRef,
  valueRef,
  type Literal,
} from './testing/signing-update.ts'

let signing: SigningUpdate
beforeEach(async () => {
  signing = await SigningUpdate.begin()
})
const expectRefused = (why: string, place?: SignaturePlace) =>
  expect(() => signing.check(place), why).toThrow(new SignatureFault(why))

describe('DOOR-09 a signature field that is added', () => {
  test.each([
    ['FT', 'Tx', 'the field that is added is not for a signature'],
    ['Subtype', 'Link', 'the field that is added is not for a signature'],
    ['A', 'x', 'the field that is added has /A'],
    ['AA', 'x', 'the field that is added has /AA'],
    ['Parent', 'x', 'the field that is added has /Parent'],
  ])('the field is rejected with the entry /%s %s', (key, value, why) => {
    signing.widget.set(name(key), signing.make(value))
    expectRefused(why)
  })

  test.each('Type TU F M NM MK Ff Contents Lang DA'.split(' '))('the field may have the entry /%s', (key) => {
    signing.widget.set(name(key), PDFString.of('x'))
    expect(signing.check().dictionary).toBe(signing.signature)
  })

  test('the field is rejected if it is no dictionary', () => {
    signing.put(widgetRef, [])
    expectRefused('the field is no dictionary after the update')
  })

  test('the field is rejected if it refers to another page, and accepted if it refers to none', () => {
    signing.widget.set(name('P'), signing.page(0).ref)
    expectRefused('the field that is added says that it is on another page')
    signing.widget.delete(name('P'))
    expect(signing.check().dictionary).toBe(signing.signature)
  })

  const fits = (rect: Literal | undefined): boolean => {
    if (rect === undefined) signing.widget.delete(name('Rect'))
    else signing.widget.set(name('Rect'), signing.make(rect))
    try {
      signing.check()
      return true
    } catch (error) {
      expect(error).toEqual(new SignatureFault('the signature is larger than it may be, or not on its page'))
      return false
    }
  }
  test.each([
    ['as large as it may be', [0, 0, 200, 100]],
    ['in the upper right corner', [400, 700, 600, 800]],
    ['small', [10.5, 10, 11, 10.5]],
    ['invisible', [0, 0, 0, 0]],
    ['invisible outside of the page', [-5, 900, -5, 900]],
    ['a line upwards', [10, 10, 10, 50]],
    ['a line to the right', [10, 10, 50, 10]],
  ])('the field is accepted with a rectangle that is %s', (_, rect) => {
    expect(fits(rect)).toBe(true)
  })
  test.each([
    ['too wide', [0, 0, 201, 100]],
    ['too high', [0, 0, 200, 101]],
    ['left of the page', [-1, 0, 100, 50]],
    ['below the page', [0, -1, 100, 50]],
    ['right of the page', [500, 0, 601, 50]],
    ['above the page', [0, 750, 100, 801]],
    ['from right to left', [100, 0, 50, 50]],
    ['from top to bottom', [0, 100, 50, 50]],
    ['a line outside of the page', [-5, 10, -5, 50]],
    ['of three numbers', [0, 0, 10]],
    ['of words', ['a', 'b', 'c', 'd']],
    ['no list', 5],
    ['missing', undefined],
  ])('the field is rejected with a rectangle that is %s', (_, rect) => {
    expect(fits(rect as Literal | undefined)).toBe(false)
  })

  test('the rectangle of the field is checked also if it is an indirect object', () => {
    signing.put(PDFRef.of(103), [0, 0, 200, 100])
    expect(fits(PDFRef.of(103))).toBe(true)
    signing.put(PDFRef.of(103), [0, 0, 201, 100])
    expect(fits(PDFRef.of(103))).toBe(false)
  })

  test('the rectangle of the field is compared with the media box, also if that does not begin at zero', () => {
    signing.page(1).setMediaBox(1_000, 2_000, 300, 400)
    signing.update.delete(signing.page(1).ref)
    signing.changePage().set(name('Annots'), signing.make([signing.empty, signing.filled, widgetRef]))
    expect([fits([1_000, 2_000, 1_100, 2_050]), fits([1_200, 2_350, 1_300, 2_400])]).toEqual([true, true])
    expect([
      fits([999, 2_000, 1_100, 2_050]),
      fits([1_000, 1_999, 1_100, 2_050]),
      fits([1_200, 2_350, 1_301, 2_400]),
      fits([1_200, 2_350, 1_300, 2_401]),
    ]).toEqual([false, false, false, false])
  })
})

describe('DOOR-09 a signature field that is filled', () => {
  beforeEach(async () => {
    signing = await SigningUpdate.begin({ isFilled: true })
  })
  const empty = () => signing.changeField(signing.empty)

  test('the update is rejected if it changes anything of the field except its value and appearance', () => {
    empty().set(name('Rect'), signing.make([0, 0, 500, 500]))
    expectRefused('/Rect of an object of what was shown is changed')
  })

  test('the update is rejected if the field had a value or was not for a signature', () => {
    const { context } = signing.document
    const before = context.lookup(signing.empty, PDFDict)
    before.set(name('V'), signing.make({}))
    expectRefused('a field that is not empty is changed')
    before.delete(name('V'))
    before.set(name('FT'), name('Tx'))
    expectRefused('a field that is not empty is changed')
    before.delete(name('FT'))
    expectRefused('a field that is not empty is changed')
  })

  test('the update is rejected if it fills two fields', () => {
    const { context } = signing.document
    const second = context.register(signing.make({ Type: 'Annot', FT: 'Sig' }))
    signing.page(1).node.Annots()?.push(second)
    signing.changeField(second).set(name('V'), valueRef)
    expectRefused('2 fields are signed, and not one')
  })

  test('the update is rejected if it fills no field', () => {
    signing.update.delete(signing.empty)
    signing.changePage()
    expectRefused('0 fields are signed, and not one')
  })

  test('the update is rejected if it replaces the field by something that is no dictionary', () => {
    signing.put(signing.empty, [])
    expectRefused('a field is no dictionary after the update')
  })
})

describe('DOOR-09 the value of a signature field', () => {
  test('the update is rejected if the value is not a new object of the update', () => {
    const why = 'the field has no signature of its own'
    const { context } = signing.document
    for (const value of [PDFRef.of(120), signing.make({ Type: 'Sig' }), signing.page(0).ref, undefined]) {
      if (value) signing.widget.set(name('V'), value)
      else signing.widget.delete(name('V'))
      expectRefused(why)
    }
    const old = context.register(signing.make({ Type: 'Sig' }))
    signing.put(old, { Type: 'Sig' })
    signing.widget.set(name('V'), old)
    expectRefused(why)
  })

  test('the update is rejected if the value is no dictionary or has an entry that a signature does not need', () => {
    signing.signature.set(name('Reference'), signing.make([]))
    expectRefused('the signature has /Reference')
    signing.put(valueRef, [])
    expectRefused('the signature is no dictionary after the update')
  })

  test.each(
    'Type Filter SubFilter ByteRange Contents M Name Reason Location ContactInfo Prop_Build Prop_AuthTime Prop_AuthType R'.split(
      ' ',
    ),
  )('the value may have the entry /%s', (key) => {
    signing.signature.set(name(key), PDFString.of('x'))
    expect(signing.check().dictionary).toBe(signing.signature)
  })
})

describe('DOOR-09 the appearance of a signature', () => {
  const picture = (value: Literal): void => signing.widget.set(name('AP'), signing.make(value))

  test('the update is rejected unless the appearance is a single stream', () => {
    const { context } = signing.document
    signing.put(pictureRef, context.stream('q Q'))
    picture({ N: pictureRef })
    expect(signing.check().dictionary).toBe(signing.signature)
    const why = 'the signature has more than one picture'
    for (const value of [
      { N: pictureRef, D: pictureRef },
      { D: pictureRef },
      { N: { On: pictureRef } },
      {},
    ]) {
      picture(value)
      expectRefused(why)
    }
    picture([])
    expectRefused('the picture of the signature is no dictionary after the update')
  })

  test('the appearance is checked also if its dictionary is an indirect object', () => {
    signing.put(pictureRef, signing.document.context.stream('q Q'))
    signing.put(PDFRef.of(103), { N: pictureRef })
    signing.widget.set(name('AP'), PDFRef.of(103))
    expect(signing.check().dictionary).toBe(signing.signature)
    signing.put(PDFRef.of(103), { N: pictureRef, D: pictureRef })
    expectRefused('the signature has more than one picture')
  })
})
