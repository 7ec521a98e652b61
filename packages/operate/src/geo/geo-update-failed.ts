/** A geo database was not updated; the message says why and continues a sentence. */
export class GeoUpdateFailed extends Error {
  override readonly name = 'GeoUpdateFailed'
}
