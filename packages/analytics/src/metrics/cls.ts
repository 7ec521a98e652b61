import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('cls', 'Score of how much a page moved by itself')
