/** Digits only, 8 to 20 of them (specification, section 5), without the +62 that the screen shows before it. */
export const phonePattern = /^[0-9]{8,20}$/

/** Shown for a phone number in the wrong format. */
export const phoneSentence = 'Format Nomor Handphone salah'
