import { type PDFDict, type PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { beforeEach, describe, expect, test } from 'vitest'
import { SignatureFault } from '../signature/signed-data.ts'
import type { SignaturePlace } from './changes.ts'
import { anywhere, name, pictureRef, SigningUpdate, widgetRef } from './testing/signing-update.ts'

let signing: SigningUpdate
beforeEach(async () => {
  signing = await SigningUpdate.begin()
})
const expectRefused = (why: string, place?: SignaturePlace) =>
  expect(() => signing.check(place), why).toThrow(new SignatureFault(why))

describe('DOOR-09 accepting an update that adds a signature', () => {
  test.each([
    ['in a new field', {}],
    ['in a new field, where lists and form are objects of their own', { apart: true }],
    ['in a new field, where there was no form', { withForm: false }],
    ['in the empty field', { isFilled: true }],
    ['in the empty field, where lists and form are objects of their own', { isFilled: true, apart: true }],
  ])(
    'a signature %s is accepted on its own page, and its position in the file is returned',
    async (_, how) => {
      signing = await SigningUpdate.begin(how)
      for (const place of [anywhere, { ...anywhere, page: 2 }])
        expect(signing.check(place)).toEqual({ dictionary: signing.signature, start: 7, end: 9 })
      expectRefused('the signature is on another page', { ...anywhere, page: 1 })
    },
  )

  test('the appearance of a signature may use new objects in arrays and dictionaries', () => {
    const { context } = signing.document
    const parts = [103, 104, 105, 106].map((number) => PDFRef.of(number))
    const [font, image, inner, loop] = parts as [PDFRef, PDFRef, PDFRef, PDFRef]
    signing.put(pictureRef, context.stream('q Q', { Resources: { Font: { F: font }, Images: [image] } }))
    signing.put(font, { Type: 'Font', Inner: inner })
    signing.put(image, context.stream('x', { Mask: loop }))
    signing.put(inner, [loop])
    signing.put(loop, { Back: font, Page: signing.page(1).ref })
    signing.widget.set(name('AP'), signing.make({ N: pictureRef }))
    expect(signing.check().dictionary).toBe(signing.signature)
    // Each of them is needed for that: without what refers to it, it belongs to no signature.
    signing.put(image, context.stream('x'))
    signing.put(inner, [])
    expectRefused('object 106 is added and belongs to no signature')
  })

  test('an empty signature field may be filled with a signature and its appearance', async () => {
    signing = await SigningUpdate.begin({ isFilled: true })
    const { context } = signing.document
    signing.put(pictureRef, context.stream('q Q'))
    signing.changeField(signing.empty).set(name('AP'), signing.make({ N: pictureRef }))
    expect(signing.check().dictionary).toBe(signing.signature)
  })
})

describe('DOOR-09 changes to pages', () => {
  test('an update is rejected unless it changes exactly one page', () => {
    signing.changePage(0)
    expectRefused('2 pages are changed, and not one')
    signing.update.delete(signing.page(0).ref)
    signing.update.delete(signing.page(1).ref)
    expectRefused('0 pages are changed, and not one')
  })

  test('a page counts as changed if its list of annotations or one of its annotations changes', async () => {
    signing = await SigningUpdate.begin({ apart: true })
    expect(signing.check().dictionary).toBe(signing.signature)
    signing = await SigningUpdate.begin({ isFilled: true })
    expect(signing.check({ ...anywhere, page: 2 }).dictionary).toBe(signing.signature)
  })

  test('an update is rejected if it changes anything of the page except its annotations', () => {
    signing.changePage().set(name('Rotate'), signing.make(90))
    expectRefused('/Rotate of an object of what was shown is changed')
  })

  test('an update is rejected if the page is no dictionary or its annotations are no array', () => {
    signing.changePage().set(name('Annots'), PDFString.of('x'))
    expectRefused('a list is none after the update')
    signing.put(signing.page(1).ref, [])
    expectRefused('an object is no dictionary after the update')
  })
})

describe('DOOR-09 changes to the catalog and the form', () => {
  test('an update is rejected if it changes anything of the catalog except the form', () => {
    signing.catalog.set(name('OpenAction'), signing.make({}))
    expectRefused('/OpenAction of an object of what was shown is changed')
  })

  test('an update is rejected if it removes an entry of the catalog', async () => {
    signing = await SigningUpdate.begin({ withForm: true })
    signing.document.catalog.set(name('Lang'), PDFString.of('id'))
    expectRefused('/Lang of an object of what was shown is changed')
  })

  test('an update is rejected if it removes the form or replaces it by something that is no dictionary', () => {
    const after = signing.catalog
    after.delete(name('AcroForm'))
    expectRefused('the form was taken away')
    after.set(name('AcroForm'), PDFString.of('x'))
    expectRefused('the form is no dictionary after the update')
  })

  test.each([{ apart: false }, { apart: true }])(
    'an update is rejected if it changes anything of the form except its fields and /SigFlags (%j)',
    async (how) => {
      signing = await SigningUpdate.begin(how)
      signing.form.set(name('SigFlags'), signing.make(1))
      expect(signing.check().dictionary).toBe(signing.signature)
      signing.form.set(name('NeedAppearances'), signing.make(true))
      expectRefused('/NeedAppearances of an object of what was shown is changed')
    },
  )

  test('an update is rejected if a form that it adds has anything but fields and /SigFlags', async () => {
    signing = await SigningUpdate.begin({ withForm: false })
    const form = signing.catalog.get(name('AcroForm')) as PDFDict
    form.set(name('XFA'), PDFString.of('x'))
    expectRefused('/XFA of an object of what was shown is changed')
  })

  test('a form that the update adds may be an indirect object', async () => {
    signing = await SigningUpdate.begin({ withForm: false })
    signing.put(PDFRef.of(107), { Fields: [widgetRef], SigFlags: 3 })
    signing.catalog.set(name('AcroForm'), PDFRef.of(107))
    expect(signing.check().dictionary).toBe(signing.signature)
  })
})

describe('DOOR-09 changes to the lists of fields and annotations', () => {
  const other = PDFRef.of(110)
  test.each(['fields', 'annotations'] as const)(
    'an update is rejected unless it keeps all entries and adds at most one new entry to the %s',
    async (which) => {
      const why = `more than one ${which.slice(0, -1)} is added, or one is changed`
      const set = (list: PDFObject): void => {
        if (which === 'annotations') signing.changePage().set(name('Annots'), list)
        else signing.form.set(name('Fields'), list)
      }
      const { empty, filled } = signing
      for (const list of [
        [empty, filled, widgetRef, other],
        [filled, empty, widgetRef],
        [empty, widgetRef],
        [empty],
        [other, filled, widgetRef],
        [],
      ]) {
        set(signing.make(list))
        expectRefused(why)
      }
      const isNone = `the ${which.slice(0, -1)} that is added is not new`
      for (const last of [other, filled, signing.make({ Type: 'Annot' })]) {
        set(signing.make([empty, filled, last]))
        expectRefused(isNone)
      }
    },
  )

  test('an update is rejected if the field that it adds is not also the annotation that it adds', async () => {
    const why = 'a field is added that is not the annotation that is added'
    signing.put(other, { Type: 'Annot' })
    const { empty, filled } = signing
    for (const list of [
      [empty, filled, other],
      [empty, filled],
    ]) {
      signing.changePage().set(name('Annots'), signing.make(list))
      expectRefused(why)
    }
    signing = await SigningUpdate.begin()
    signing.update.delete(signing.document.context.trailerInfo.Root as PDFRef)
    expectRefused(why)
  })

  test('an update is rejected if it replaces a list or the form and also changes the replaced object', async () => {
    signing = await SigningUpdate.begin({ apart: true })
    const annotations = signing.page(1).node.get(name('Annots')) as PDFRef
    signing.changePage().set(name('Annots'), signing.make([signing.empty, signing.filled, widgetRef]))
    expectRefused(`object ${annotations.objectNumber} of what was shown is changed`)
    signing = await SigningUpdate.begin({ apart: true })
    const form = signing.document.catalog.get(name('AcroForm')) as PDFRef
    const fields = signing.form.get(name('Fields')) as PDFRef
    const after = signing.form.clone()
    signing.catalog.set(name('AcroForm'), after)
    expectRefused(`object ${form.objectNumber} of what was shown is changed`)
    signing.update.delete(form)
    after.set(name('Fields'), signing.make([signing.empty, signing.filled, widgetRef]))
    expectRefused(`object ${fields.objectNumber} of what was shown is changed`)
    signing.update.delete(fields)
    expect(signing.check().dictionary).toBe(signing.signature)
  })

  test('an update is rejected if it changes a field that is filled already', () => {
    const { filled } = signing
    signing.changeField(filled).set(name('T'), PDFString.of('other'))
    expectRefused(`object ${filled.objectNumber} of what was shown is changed`)
  })
})

describe('DOOR-09 changes to other objects', () => {
  test('an update is rejected if it changes another object of the shown document, even one that the signature refers to', () => {
    const { context } = signing.document
    const text = context.register(signing.make({ Text: 1 }))
    signing.put(text, { Text: 2 })
    expectRefused(`object ${text.objectNumber} of what was shown is changed`)
    signing.signature.set(name('Prop_Build'), text)
    expectRefused(`object ${text.objectNumber} of what was shown is changed`)
  })

  test('an update is rejected if it adds an object that the signature does not refer to', () => {
    signing.put(PDFRef.of(130), { Text: 2 })
    expectRefused('object 130 is added and belongs to no signature')
    signing.signature.set(name('Prop_Build'), PDFRef.of(130))
    expect(signing.check().dictionary).toBe(signing.signature)
  })
})
