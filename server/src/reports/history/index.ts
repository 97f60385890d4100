/** Whom a reference is of, and each movement of a lender with who recorded it. */
export {
  lendersByReference,
  lendersByRequest,
  type ReferencedLender,
  referenceWords,
} from './find-by-reference.ts'
