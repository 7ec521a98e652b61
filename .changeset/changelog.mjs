/** A changelog says what changed for who uses the package. All packages have one version, so raised dependencies say nothing. */
export default {
  async getReleaseLine({ summary }) {
    return `- ${summary.trim().replaceAll('\n', '\n  ')}`
  },
  async getDependencyReleaseLine() {
    return ''
  },
}
