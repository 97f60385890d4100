/*
 * Preloaded into the product's programs: plays a bad disk and a clock that jumps. What it plays is in a file of three
 * numbers that is mapped into every process, so that it changes at once and for all of them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control {
  int32_t flush_ms;  /* milliseconds that each flush takes longer */
  int32_t broken;    /* 1: each access to the write-ahead log fails with EIO; 2: each access to the tables */
  int64_t ahead_s;   /* seconds by which the clock is ahead */
};

static const struct control none;
static const volatile struct control *control = &none;

__attribute__((constructor)) static void map_control(void) {
  const char *file = getenv("FAULTY_MACHINE");
  int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) control = at;
  close(fd);
}

static int fails(int fd) {
  if (!control->broken) return 0;
  char name[64], path[512];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!strstr(path, control->broken == 1 ? "/pg_wal/" : "/base/")) return 0;
  errno = EIO;
  return 1;
}

static void wait_for_disk(void) {
  for (int waited = 0; waited < control->flush_ms; waited += 10) usleep(10000);
}

#define REAL(name, result, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define FLUSH(name) \
  int name(int fd) { \
    REAL(#name, int, int); \
    wait_for_disk(); \
    return fails(fd) ? -1 : real(fd); \
  }
FLUSH(fsync)
FLUSH(fdatasync)

#define PLAIN(name, constness) \
  ssize_t name(int fd, constness void *bytes, size_t size, off_t at) { \
    REAL(#name, ssize_t, int, constness void *, size_t, off_t); \
    return fails(fd) ? -1 : real(fd, bytes, size, at); \
  }
#define NOTHING
PLAIN(pread, NOTHING)
PLAIN(pread64, NOTHING)
PLAIN(pwrite, const)
PLAIN(pwrite64, const)

#define VECTOR(name) \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t at) { \
    REAL(#name, ssize_t, int, const struct iovec *, int, off_t); \
    return fails(fd) ? -1 : real(fd, parts, count, at); \
  }
VECTOR(preadv)
VECTOR(preadv64)
VECTOR(pwritev)
VECTOR(pwritev64)

int posix_fallocate(int fd, off_t from, off_t length) {
  REAL("posix_fallocate", int, int, off_t, off_t);
  return fails(fd) ? EIO : real(fd, from, length);
}

int gettimeofday(struct timeval *at, void *zone) {
  REAL("gettimeofday", int, struct timeval *, void *);
  int result = real(at, zone);
  at->tv_sec += control->ahead_s;
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  REAL("clock_gettime", int, clockid_t, struct timespec *);
  int result = real(clock, at);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) at->tv_sec += control->ahead_s;
  return result;
}

time_t time(time_t *at) {
  REAL("time", time_t, time_t *);
  time_t now = real(NULL) + control->ahead_s;
  if (at) *at = now;
  return now;
}
