/* Makes every fsync as slow as an ordinary disk's: one millisecond before the real one. Preloaded into PostgreSQL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  usleep(1000);
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  usleep(1000);
  return real(fd);
}
