/** @type {import('next').NextConfig} */
export default {
  // This folder is the whole project, also inside another one with a lockfile.
  turbopack: { root: import.meta.dirname },
};
