export const STATES = 'A `state` other than `available` means that there is no number, never zero.'
