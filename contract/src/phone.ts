/** A phone number as 8 to 20 digits, without the +62 that the screen shows before it (specification, section 5). */
export const phonePattern = /^[0-9]{8,20}$/

/** Shown for a phone number in the wrong format. */
export const phoneSentence = 'Format Nomor Handphone salah'
