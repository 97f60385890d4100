import { expect, test } from 'vitest'
import { mediaTypeOf } from './open-document.ts'

test('API-05 a document opens as a PDF when its address contains .pdf, else as an image', () => {
  expect(mediaTypeOf('/documents/aB3.pdf', 'application/octet-stream')).toBe('application/pdf')
  expect(mediaTypeOf('https://files.example/akta.pdf?versi=2', '')).toBe('application/pdf')
  expect(mediaTypeOf('/documents/aB3.jpg', 'image/jpeg')).toBe('image/jpeg')
  // A file is never shown as a page of our origin, whatever type was declared for it.
  expect(mediaTypeOf('/documents/aB3', 'text/html')).toBe('image/png')
})
